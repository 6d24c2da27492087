// What compile embeds, proven on every machine: the modules of the graph alone, from a cache, with no source tree beside
// them and no right to read one, serve every page.
import assert from "node:assert/strict";
import { join } from "node:path";
import { writeTree } from "../../packaging/tree.ts";
import { startProcess } from "../process.ts";
import { checkPages } from "./pages.ts";

Deno.test("the modules alone serve every page, without a source tree to read", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await writeTree(folder);
    const data = join(folder, "data");
    const service = await startProcess({
      args: [
        "run",
        "--cached-only",
        "--frozen",
        "--no-prompt",
        "--allow-net",
        "--allow-env",
        `--allow-read=${data}`,
        `--allow-write=${data}`,
        "main.ts",
        "serve",
      ],
      cwd: folder,
      env: { PARLEY_DATA: data },
    });
    await checkPages(service.url);
    assert.equal(await service.stop(), 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
