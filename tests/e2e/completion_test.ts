// The completion scripts in the shells themselves.
import assert from "node:assert/strict";
import { runCommand } from "../unit/cli/screen.ts";

async function shell(command: string, args: string[]): Promise<string | null> {
  try {
    const { code, stdout, stderr } = await new Deno.Command(command, { args }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.log(`SKIPPED: ${command} is not installed`);
    return null;
  }
}

const script = async (name: string) => (await runCommand(["completion", name])).out;

for (
  const [words, offered] of [
    [["parley", "ba"], "backup"],
    [["parley", "serve", "--po"], "--port"],
    [["parley", "admin", "webh"], "webhooks"],
    [["parley", "admin", "bots", "im"], "import-token"],
    [["parley", "completion", "z"], "zsh"],
  ] as [string[], string][]
) {
  Deno.test(`bash completes ${words.join(" ")} to ${offered}`, async () => {
    const line = `${await script("bash")}
COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _parley; echo "\${COMPREPLY[@]}"`;
    assert.equal((await shell("bash", ["-c", line]))?.trim(), offered);
  });
}

for (
  const [line, offered] of [
    ["parley ba", ["backup"]],
    ["parley admin webh", ["webhooks"]],
    ["parley admin bots im", ["import-token"]],
    ["parley admin bots list webh", []],
  ] as [string, string[]][]
) {
  Deno.test(`fish completes ${line} to ${offered.join() || "nothing"}`, async () => {
    const file = await Deno.makeTempFile();
    try {
      await Deno.writeTextFile(file, await script("fish"));
      const told = await shell("fish", ["-N", "-c", `source ${file}; complete -C "${line}"`]);
      const words = told?.trim().split("\n").map((text) => text.split("\t")[0]);
      if (words !== undefined) assert.deepEqual(words.filter((word) => word !== ""), offered);
    } finally {
      await Deno.remove(file);
    }
  });
}

for (const name of ["zsh", "fish"]) {
  Deno.test(`${name} can read its completion`, async () => {
    const file = await Deno.makeTempFile();
    try {
      await Deno.writeTextFile(file, await script(name));
      await shell(name, ["-n", file]);
    } finally {
      await Deno.remove(file);
    }
  });
}
