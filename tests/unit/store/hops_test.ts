import assert from "node:assert/strict";
import { as, seed } from "../../seed.ts";

async function twoBots() {
  const t = await seed();
  const [ana, bo] = [await t.bot({ username: "ana" }), await t.bot({ username: "bo" })];
  const chat = await t.chat("ops", ana, bo);
  const says = async (bot: typeof ana, content: string) => {
    const { status } = await t.post("/bots/v1/messages", { chat_id: chat.id, content }, as(bot));
    assert.equal(status, 200);
  };
  return { t, ana, bo, chat, says };
}

Deno.test("two bots that mention each other stop at three hops", async () => {
  const { t, ana, bo, says } = await twoBots();
  await says(ana, "@bo you");
  const heard = new Map([[ana, 0], [bo, 0]]);
  let said = 0;
  const answers = async (bot: typeof ana, other: typeof ana) => {
    const { length } = await t.eventsOf(bot);
    if (length === heard.get(bot)) return;
    heard.set(bot, length);
    said++;
    await says(bot, `@${other.username} no, you`);
  };
  for (let i = 0; i < 5; i++) {
    await answers(bo, ana);
    await answers(ana, bo);
  }
  const events = [await t.eventsOf(bo), await t.eventsOf(ana)];
  assert.deepEqual(events, [["message.new mention"], ["message.new mention"]]);
  assert.equal(said, 2);
  await t.close();
});

Deno.test("a person's mention begins a new chain", async () => {
  const { t, ana, bo, chat, says } = await twoBots();
  await says(ana, "@bo you");
  await says(bo, "@ana no, you");
  await says(ana, "@bo no, you");
  assert.equal((await t.eventsOf(bo)).length, 1);
  const hook = await t.webhook(chat);
  await t.post(hook.path, { content: "@ana and @bo, again" });
  await says(ana, "@bo you");
  await says(bo, "@ana no, you");
  assert.equal((await t.eventsOf(bo)).length, 3);
  await t.close();
});

Deno.test("what a bot says by itself, long after, is no part of the old chain", async () => {
  const { t, ana, bo, says } = await twoBots();
  for (let day = 1; day <= 3; day++) {
    await says(ana, "@bo the morning's report");
    await says(bo, "@ana thanks");
    await says(ana, "@bo you are welcome");
    assert.deepEqual([(await t.eventsOf(bo)).length, (await t.eventsOf(ana)).length], [day, day]);
    t.clock.advance(86_400_000);
  }
  await t.close();
});
