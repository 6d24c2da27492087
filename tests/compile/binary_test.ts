// The compiled binary, where the runtime base can be had.
import assert from "node:assert/strict";
import { join } from "node:path";
import { compile } from "../../packaging/compile.ts";
import { checkPages } from "./pages.ts";
import { startProcess } from "../process.ts";

const folder = await Deno.makeTempDir();
const built = join(folder, "parley");

/** Why there is no binary to test, or null. */
async function build(): Promise<string | null> {
  try {
    await compile(Deno.build.target, built);
  } catch (error) {
    return `the runtime base is not to be had here: ${(error as Error).message.trim()}`;
  }
  const { stdout } = await new Deno.Command(built, { args: ["--version"] }).output();
  const version = new TextDecoder().decode(stdout);
  if (version.startsWith("deno ")) {
    return "DENORT_BIN is Deno's own command line, which does not start what is embedded";
  }
  assert.match(version, /^parley \d+\.\d+\.\d+\n$/);
  return null;
}

const missing = await build();
if (missing !== null) {
  console.log(`SKIPPED: ${missing}`);
  await Deno.remove(folder, { recursive: true });
}

Deno.test({
  name:
    "the binary serves every page, under any name, and keeps its data where the platform wants it",
  ignore: missing !== null,
  async fn() {
    const renamed = join(folder, "renamed");
    const home = join(folder, "home");
    const env = { XDG_DATA_HOME: home, HOME: home, PARLEY_DATA: "" };
    try {
      for (const command of [built, renamed]) {
        if (command === renamed) await Deno.rename(built, renamed);
        const service = await startProcess({ command, args: ["serve"], cwd: folder, env });
        await checkPages(service.url);
        assert.equal(await service.stop(), 0);
      }
      const kept = Deno.build.os === "darwin" ? "Library/Application Support/parley" : "parley";
      await Deno.stat(join(home, kept, "parley.kv"));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
