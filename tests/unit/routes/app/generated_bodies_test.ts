import assert from "node:assert/strict";
import type { z } from "zod";
import { Generator } from "../../../generated.ts";
import { as, seed } from "../../../seed.ts";

const REQUESTS = 2_000;

Deno.test(`${REQUESTS} generated bodies to the app's API are taken or refused in its own shape`, async () => {
  const t = await seed({ settings: { legacyBotTokenPrefixes: ["oldbot_"] } });
  const owner = await t.owner();
  const bot = await t.bot({ username: "helper", triggerMode: "all" });
  const chat = await t.chat("ops", owner, bot);
  const hook = await t.webhook(chat);
  const message = await t.post(`/api/v1/chats/${chat.id}/messages`, { content: "hi" }, as(owner));
  const ids: Record<string, string> = {
    chat_id: String(chat.id),
    webhook_id: hook.id,
    bot_id: bot.id,
    user_id: (await t.user()).id,
    message_id: String(message.body.message.message_id),
    token_id: "none",
    code: "none",
  };
  const taking = t.app.routes.filter(({ path, body, takes }) =>
    path.startsWith("/api/v1/") && (body ?? takes) !== undefined
  );
  const generator = new Generator(20_260_115);
  const statuses = new Map<number, number>();
  for (let i = 0; i < REQUESTS; i++) {
    const { method, path, body, takes } = generator.pick(taking);
    const fields = Object.keys(((body ?? takes) as z.ZodObject).shape);
    const sent = generator.body(fields);
    const filled = path.replace(/:(\w+)/g, (_, name) => ids[name] ?? "x");
    const reply = await t.request(method, filled, sent, as(owner));
    const told = `${method} ${filled} ${sent}: ${JSON.stringify(reply.body)}`;
    assert.ok(reply.status < 500, told);
    if (reply.status !== 200) {
      assert.equal(reply.body.ok, false, told);
      assert.match(reply.body.message, /^[A-Z@].{10,}[^.]$/s, told);
    }
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
  }
  assert.deepEqual(t.reported, []);
  // The bodies reach behind the checks as well as into them.
  assert.ok(statuses.get(200)! > 50 && statuses.get(400)! > 500, JSON.stringify([...statuses]));
  await t.close();
});
