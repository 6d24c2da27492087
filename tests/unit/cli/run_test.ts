import assert from "node:assert/strict";
import { COMMANDS } from "../../../cli/commands.ts";
import { runCommand } from "./screen.ts";

Deno.test("the help names every command, and each has a help of its own", async () => {
  const { code, out } = await runCommand(["--help"]);
  assert.equal(code, 0);
  for (const { name } of COMMANDS) {
    assert.match(out, new RegExp(`^  ${name} `, "m"));
    const own = await runCommand([name, "--help"]);
    assert.equal(own.code, 0);
    assert.match(own.out, new RegExp(`Usage: parley ${name}`));
    assert.deepEqual(await runCommand(["help", name]), own);
  }
});

for (
  const [args, code, message] of [
    [["bakcup"], 2, "did you mean backup?"],
    [["frobnicate"], 2, "see parley --help"],
    [["config", "print", "--prot", "1"], 2, "did you mean --port?"],
    [["config", "print", "--port"], 2, "--port needs a value"],
    [["config", "print", "--json=yes"], 2, "--json takes no value"],
    [["config", "print", "--port", "x"], 2, "0 to 65535"],
    [["config", "show"], 2, "parley config print"],
    [["backup"], 2, "parley backup FILE"],
    [["backup", "a", "b"], 2, '"b" is one word too many'],
    [["completion", "tcsh"], 2, "bash, zsh or fish"],
    [["admin", "webhoks", "list"], 2, "did you mean webhooks?"],
    [["admin", "bots", "lst"], 2, "did you mean list?"],
    [["admin", "chats", "rename", "7"], 2, "parley admin chats rename CHAT NAME"],
    [["send", "hello"], 2, "--webhook URL"],
    [["send", "--webhook", "http://x/other", "hello"], 2, "copy it again"],
    [["backup", "x.kv", "--data", ":memory:"], 1, "kept in memory"],
    [["restore", "/nowhere.kv", "--data", "/nowhere"], 1, "no such file"],
  ] as [string[], number, string][]
) {
  Deno.test(`${args.join(" ")} ends with ${code} and says: ${message}`, async () => {
    const shown = await runCommand(args);
    assert.equal(shown.code, code);
    assert.equal(shown.out, "");
    assert(shown.err.includes(message), shown.err);
  });
}

Deno.test("the version is the package's", async () => {
  assert.match((await runCommand(["--version"])).out, /^parley \d+\.\d+\.\d+\n$/);
});

Deno.test("colours are shown only where they are asked for", async () => {
  assert(!(await runCommand(["--help"])).out.includes("\x1b"));
  assert((await runCommand(["--help"], { colors: true })).out.includes("\x1b[1m"));
});

Deno.test("every shell's completion knows every command and option", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { out } = await runCommand(["completion", shell]);
    for (const { name, options } of COMMANDS) {
      assert(out.includes(name), `${shell} has no ${name}`);
      for (const option of Object.keys(options)) assert(out.includes(option), `${shell} ${option}`);
    }
  }
});
