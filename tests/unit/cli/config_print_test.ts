import assert from "node:assert/strict";
import { runCommand } from "./screen.ts";

const yaml = `
port: 9000
owner_token: svcusr_0123456789abcdef
bridge:
  agents:
    - bot_token: svcbot_0123456789abcdefghijklmnopqrstuvwxyz
      backend:
        url: http://ana:password1@127.0.0.1:11434/v1
        model: llama3.2
        api_key: sk-secret-1
        headers: {X-Key: secret-2}
`;

Deno.test("config print shows what is in force and no secret", async () => {
  const env = { PARLEY_CONFIG: "p.yaml", PARLEY_HEARTBEAT: "1500ms" };
  for (const json of [[], ["--json"]]) {
    const { code, out } = await runCommand(["config", "print", ...json], {
      env,
      readFile: () => yaml,
    });
    assert.equal(code, 0);
    assert.match(out, /9000/);
    assert.match(out, /1500ms/);
    assert.match(out, /llama3\.2/);
    assert.match(out, /set, not shown/);
    assert.doesNotMatch(out, /0123456789|sk-secret|secret-2|password1/);
  }
});

Deno.test("the command line has no option for a secret", async () => {
  const { code } = await runCommand([
    "config",
    "print",
    "--owner-token",
    "svcusr_0123456789abcdef",
  ]);
  assert.equal(code, 2);
});
