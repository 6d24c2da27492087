import assert from "node:assert/strict";
import { as, seed } from "../../../seed.ts";

Deno.test("unread messages are counted to a hundred, from where one joined and has read", async () => {
  const t = await seed();
  const [ana, bea] = [await t.user(), await t.user()];
  const chat = await t.chat("ops", ana);
  const hook = await t.webhook(chat, { ratePerMinute: 0, ratePerHour: 0 });
  const post = async (count: number) => {
    for (let i = 0; i < count; i++) await t.post(hook.path, { content: `n ${i}` });
  };
  const state = async (who: typeof ana) =>
    (await t.get("/api/v1/chats", as(who))).body.chats[0] as Record<string, number>;
  await post(3);
  await t.put(`/api/v1/chats/${chat.id}/members/${bea.id}`, {}, as(ana));
  assert.equal((await state(ana)).unread_count, 3);
  assert.equal((await state(bea)).unread_count, 0);
  await post(2);
  const { unread_count, latest_message_id } = await state(bea);
  assert.equal(unread_count, 2);
  const read = { message_id: latest_message_id! - 1 };
  const path = `/api/v1/chats/${chat.id}/read`;
  const marked = await t.put(path, read, as(bea));
  assert.partialDeepStrictEqual(marked.body, { read_message_id: read.message_id, unread_count: 1 });
  const back = await t.put(path, { message_id: 1 }, as(bea));
  assert.equal(back.body.read_message_id, read.message_id);
  const past = await t.put(path, { message_id: 1e9 }, as(bea));
  assert.equal(past.body.unread_count, 0);
  await post(1);
  assert.equal((await state(bea)).unread_count, 1);
  await post(120);
  assert.equal((await state(ana)).unread_count, 100);
  await t.post(`/api/v1/chats/${chat.id}/messages`, { content: "mine" }, as(ana));
  assert.equal((await state(ana)).unread_count, 0);
  await t.close();
});
