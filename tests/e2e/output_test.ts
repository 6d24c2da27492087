// What the command line does when its output goes nowhere.
import assert from "node:assert/strict";
import { join } from "node:path";
import { ROOT } from "../process.ts";
import { runCommand } from "../unit/cli/screen.ts";

async function withData(run: (data: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const rows = Array.from({ length: 3_000 }, (_, i) => `{"key":["read","u",${i}],"value":${i}}`);
    const archive = ['{"parley_archive":1,"schema":1}', ...rows, `{"end":${rows.length}}`];
    const file = join(folder, "all.jsonl");
    await Deno.writeTextFile(file, archive.join("\n"));
    const data = join(folder, "data");
    assert.equal((await runCommand(["import", file, "--data", data])).code, 0);
    await run(data);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const parley = (args: string[], temporary: string) =>
  new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--config", join(ROOT, "deno.json"), join(ROOT, "main.ts"), ...args],
    env: { NO_COLOR: "1", TMPDIR: temporary },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();

Deno.test("a reader that has seen enough ends the command without a word, and nothing stays behind", () =>
  withData(async (data) => {
    const temporary = await Deno.makeTempDir();
    const child = parley(["export", "--data", data], temporary);
    const reader = child.stdout.getReader();
    assert.match(new TextDecoder().decode((await reader.read()).value), /parley_archive/);
    await reader.cancel();
    const { code } = await child.status;
    assert.deepEqual([code, await child.stderr.text()], [1, ""]);
    assert.deepEqual([...Deno.readDirSync(temporary)], []);
    await Deno.remove(temporary);
  }));

Deno.test({
  name: "a full disk is told in a sentence",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const command = `"$0" run -A --config deno.json main.ts completion bash > /dev/full`;
    const { code, stderr } = await new Deno.Command("sh", {
      args: ["-c", command, Deno.execPath()],
      cwd: ROOT,
      env: { NO_COLOR: "1" },
    }).output();
    assert.equal(code, 1);
    assert.match(new TextDecoder().decode(stderr), /^error: Cannot write the output: .*\n$/);
  },
});
