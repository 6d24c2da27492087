// What compile embeds, proven on every machine: the modules of the graph alone, from a cache, with no source tree beside
// them and no right to read one, serve every page.
import assert from "node:assert/strict";
import { dirname, join, relative } from "node:path";
import { fileURLToPath as fromFileUrl } from "node:url";
import { ROOT, startProcess } from "../process.ts";
import { checkPages } from "./pages.ts";

interface Graph {
  modules: { specifier: string; local?: string; error?: string }[];
}

async function graphOf(entry: string): Promise<string[]> {
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", entry],
    cwd: ROOT,
    stderr: "null",
  }).output();
  assert.equal(code, 0);
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as Graph;
  return modules.filter(({ specifier }) => specifier.startsWith("file:"))
    .map(({ specifier }) => relative(ROOT, fromFileUrl(specifier)));
}

Deno.test("the modules alone serve every page, without a source tree to read", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const files = await graphOf("main.ts");
    assert(files.includes("main.ts"));
    for (const file of [...new Set([...files, "deno.json", "deno.lock", "web/deno.json"])]) {
      await Deno.mkdir(dirname(join(folder, file)), { recursive: true });
      await Deno.copyFile(join(ROOT, file), join(folder, file));
    }
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
