// admin and send against a running service, as a person on its machine would use them.
import assert from "node:assert/strict";
import { announcedAddress } from "../../store/data_folder.ts";
import { startProcess } from "../process.ts";
import { runCommand } from "../unit/cli/screen.ts";

const OWNER_TOKEN = "svcusr_0123456789abcdefghijklmnop";

Deno.test("from a chat to posts in it, by commands alone", async () => {
  const data = await Deno.makeTempDir();
  const service = await startProcess({
    env: { PARLEY_DATA: data, PARLEY_OWNER_TOKEN: OWNER_TOKEN },
  });
  const parley = async (args: string[], env: Record<string, string> = {}, stdin = "") => {
    const shown = await runCommand(args, {
      env: { PARLEY_OWNER_TOKEN: OWNER_TOKEN, ...env },
      stdin,
    });
    assert.equal(shown.code, 0, shown.err);
    return shown.out.trim();
  };
  try {
    const there = ["--url", service.url];
    const { chat } = JSON.parse(
      await parley(["admin", "chats", "create", "ops", "--json", ...there]),
    );
    const id = String(chat.chat_id);
    const url = await parley(["admin", "webhooks", "create", id, "ci", "--quiet", ...there]);
    const token = await parley(["admin", "bots", "create", "helper", "--quiet", ...there]);
    await parley(["admin", "chats", "add-bot", id, "helper", ...there]);
    assert.match(
      await parley(["send", "--webhook", url, "from the webhook"]),
      /Posted message \d+ in chat/,
    );
    const env = { PARLEY_BOT_TOKEN: token, PARLEY_URL: service.url };
    assert.match(await parley(["send", "--chat", id, "from the bot"], env), /Posted message/);
    const page = await fetch(`${service.url}/api/v1/chats/${id}/messages`, {
      headers: { Authorization: `Bearer ${OWNER_TOKEN}` },
    });
    const contents = (await page.json()).messages.map((m: { content: string }) => m.content);
    assert.deepEqual(contents, ["from the webhook", "from the bot"]);
    await parley(["admin", "users", "password", "owner", ...there], {}, "a new password\n");
    const signIn = await fetch(`${service.url}/api/v1/sessions`, {
      method: "POST",
      body: JSON.stringify({ username: "owner", password: "a new password" }),
    });
    assert.equal(signIn.status, 200, await signIn.text());
    const found = JSON.parse(await parley(["admin", "chats", "list", "--json", "--data", data]));
    assert.equal(found.chats.length, 1, "the folder tells on which port its service listens");
    const refused = await runCommand(["admin", "chats", "list", ...there], { env: {} });
    assert.equal(refused.code, 2);
    assert.match(refused.err, /asks for an access token/);
    const wrong = await runCommand(["admin", "chats", "list", ...there, "--token", "svcusr_wrong"]);
    assert.match(wrong.err, /does not accept this token/);
  } finally {
    assert.equal(await service.stop(), 0);
    assert.equal(await announcedAddress(`${data}/address`), null);
    await Deno.remove(data, { recursive: true });
  }
});
