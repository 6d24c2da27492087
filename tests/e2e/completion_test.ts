// The completion scripts in the shells themselves.
import assert from "node:assert/strict";
import { programPath } from "../programs.ts";
import { runCommand } from "../unit/cli/screen.ts";

const missing = ["bash", "zsh", "fish"].filter((shell) => programPath(shell) === null);
if (missing.length > 0) {
  const names = missing.join(" ");
  console.log(`SKIPPED: ${names} not installed (apt-get install ${names})`);
}

const shellTest = (shell: string, name: string, fn: () => Promise<void>) =>
  Deno.test({ name, ignore: missing.includes(shell), fn });

async function run(shell: string, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(shell, { args }).output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
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
  shellTest("bash", `bash completes ${words.join(" ")} to ${offered}`, async () => {
    const line = `${await script("bash")}
COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _parley; echo "\${COMPREPLY[@]}"`;
    assert.equal((await run("bash", ["-c", line])).trim(), offered);
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
  shellTest("fish", `fish completes ${line} to ${offered.join() || "nothing"}`, async () => {
    const file = await Deno.makeTempFile();
    try {
      await Deno.writeTextFile(file, await script("fish"));
      const told = await run("fish", ["-N", "-c", `source ${file}; complete -C "${line}"`]);
      const words = told.trim().split("\n").map((text) => text.split("\t")[0]);
      assert.deepEqual(words.filter((word) => word !== ""), offered);
    } finally {
      await Deno.remove(file);
    }
  });
}

for (const name of ["zsh", "fish"]) {
  shellTest(name, `${name} can read its completion`, async () => {
    const file = await Deno.makeTempFile();
    try {
      await Deno.writeTextFile(file, await script(name));
      await run(name, ["-n", file]);
    } finally {
      await Deno.remove(file);
    }
  });
}
