import assert from "node:assert/strict";
import { runCommand } from "./screen.ts";

/** Runs admin on a data folder that nobody serves: the same requests as over the network. */
async function onFolder(
  run: (admin: (...args: string[]) => Promise<string>, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(async (...args) => {
      const { code, out, err } = await runCommand(["admin", ...args, "--data", folder], {
        env: { PARLEY_LEGACY_BOT_TOKEN_PREFIXES: "oldbot_" },
        stdin: "oldbot_0123456789abcdefghij\n",
      });
      assert.equal(code, 0, err);
      return out;
    }, folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("admin makes chats, webhooks and bots on a folder that nobody serves, and shows each secret once", () =>
  onFolder(async (admin) => {
    assert.match(await admin("chats", "create", "ops"), /name +ops/);
    const url = await admin("webhooks", "create", "1", "alerts", "--per-minute", "7", "--quiet");
    assert.match(url, /^http:\/\/127\.0\.0\.1:8080\/webhooks\/v1\/[0-9A-Z]{26}\/svcwh_\w+\n$/);
    const token = await admin("bots", "create", "helper", "--trigger-mode", "all", "--quiet");
    assert.match(token, /^svcbot_\w+\n$/);
    await admin("chats", "add-bot", "1", "helper");
    const [webhook] = JSON.parse(await admin("webhooks", "list", "1", "--json")).webhooks;
    assert.equal(webhook.rate_per_minute, 7);
    const rotated = await admin(
      "webhooks",
      "rotate",
      webhook.webhook_id,
      "--grace",
      "1h",
      "--quiet",
    );
    assert.notEqual(rotated, url);
    await admin("webhooks", "disable", webhook.webhook_id);
    assert.match(await admin("webhooks", "list", "1"), /alerts +false/);
    const shown = await admin("bots", "show", "@helper");
    assert.match(shown, /trigger_mode +all/);
    assert(!shown.includes("svcbot_"));
    assert.match(await admin("audit", "list"), /webhook\.create/);
  }));

Deno.test("admin imports a bot's token from before the rename", () =>
  onFolder(async (admin) => {
    await admin("bots", "create", "helper");
    await admin("bots", "import-token", "helper");
  }));

Deno.test("admin invites people and makes access tokens", () =>
  onFolder(async (admin) => {
    assert.match(await admin("users", "invite", "--role", "admin", "--quiet"), /\/invite\/\w+/);
    assert.match(await admin("users", "list"), /owner +Owner +owner +true/);
    assert.match(await admin("tokens", "create", "laptop", "--quiet"), /^svcusr_\w+\n$/);
    assert.match(await admin("tokens", "list"), /laptop/);
  }));

Deno.test("what the service refuses is told with its code", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const shown = await runCommand(["admin", "chats", "show", "99", "--data", folder]);
    assert.equal(shown.code, 1);
    assert.match(shown.err, /404 not_found/);
    const unknown = await runCommand(["admin", "bots", "show", "nobody", "--data", folder]);
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /There is no bot "nobody"/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

for (
  const [what, words, message] of [
    ["an option of another action", ["chats", "list", "--role", "admin"], /--role means nothing/],
    ["an option of another noun", ["bots", "create", "x", "--per-hour", "1"], /takes --name/],
    ["an update of nothing", ["webhooks", "update", "x"], /Say what to change: --name/],
    [
      "a chat that no number can name",
      ["chats", "show", "9007199254740993"],
      /not a chat's number/,
    ],
    ["an address without a scheme", ["chats", "list", "--url", "localhost:1"], /--url .* takes/],
  ] as [string, string[], RegExp][]
) {
  Deno.test(`admin does not understand ${what}`, async () => {
    const folder = await Deno.makeTempDir();
    const args = ["admin", ...words, "--data", folder];
    const shown = await runCommand(args, {
      env: { PARLEY_OWNER_TOKEN: "svcusr_0123456789abcdef" },
    });
    await Deno.remove(folder, { recursive: true });
    assert.equal(shown.code, 2, shown.err);
    assert.match(shown.err, message);
  });
}

Deno.test("admin says when it begins new data, since the folder may be misspelt", async () => {
  const folder = await Deno.makeTempDir();
  const args = ["admin", "chats", "list", "--data", `${folder}/new`];
  assert.match((await runCommand(args)).err, /There was no data in .*new: it begins now/);
  assert.doesNotMatch((await runCommand(args)).err, /begins/);
  await Deno.remove(folder, { recursive: true });
});
