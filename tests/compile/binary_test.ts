// The compiled binary, where the runtime base can be had.
import assert from "node:assert/strict";
import { join } from "node:path";
import { compile } from "../../packaging/compile.ts";
import { checkPages } from "./pages.ts";
import { startProcess } from "../process.ts";

async function build(folder: string): Promise<string | null> {
  const binary = join(folder, "parley");
  try {
    await compile(Deno.build.target, binary);
  } catch (error) {
    console.log(
      `SKIPPED: the runtime base is not to be had here: ${(error as Error).message.trim()}`,
    );
    return null;
  }
  const { stdout } = await new Deno.Command(binary, { args: ["--version"] }).output();
  const version = new TextDecoder().decode(stdout);
  if (version.startsWith("deno ")) {
    console.log(
      "SKIPPED: DENORT_BIN is Deno's own command line, which does not start what is embedded",
    );
    return null;
  }
  assert.match(version, /^parley \d+\.\d+\.\d+\n$/);
  return binary;
}

Deno.test("the binary serves every page, under any name, and keeps its data where the platform wants it", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const binary = await build(folder);
    if (binary === null) return;
    const renamed = join(folder, "renamed");
    const home = join(folder, "home");
    const env = { XDG_DATA_HOME: home, HOME: home, PARLEY_DATA: "" };
    for (const command of [binary, renamed]) {
      if (command === renamed) await Deno.rename(binary, renamed);
      const service = await startProcess({ command, args: ["serve"], cwd: folder, env });
      await checkPages(service.url);
      assert.equal(await service.stop(), 0);
    }
    const kept = Deno.build.os === "darwin" ? "Library/Application Support/parley" : "parley";
    await Deno.stat(join(home, kept, "parley.kv"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
