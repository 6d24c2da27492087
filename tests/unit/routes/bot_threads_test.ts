// What a bot reads: itself, threads, its unfinished replies (contract §5).
import assert from "node:assert/strict";
import { as } from "../../seed.ts";
import { generating, scene } from "./bot_reply_scene.ts";

Deno.test("GET /bots/v1/replies lists the bot's own unfinished replies", () =>
  scene(async (it) => {
    const [one, two] = [await generating(it), await generating(it)];
    await it.change(one, { append: "so far" });
    await it.change(two, { content: "x", status: "OK" });
    const { body } = await it.t.get("/bots/v1/replies?status=GN", as(it.bot));
    assert.deepEqual(body.messages.map((m: { message_id: number }) => m.message_id), [one]);
    assert.deepEqual([body.messages[0].content, body.messages[0].status], ["so far", "GN"]);
    const other = await it.t.bot();
    assert.deepEqual((await it.t.get("/bots/v1/replies", as(other))).body.messages, []);
    assert.equal((await it.t.get("/bots/v1/replies?status=OK", as(it.bot))).status, 400);
  }));

Deno.test("GET /bots/v1/threads: the root and its replies, oldest first, in pages", () =>
  scene(async (it) => {
    const ids: number[] = [];
    for (let i = 0; i < 7; i++) ids.push((await it.create({ content: `${i}` })).body.message_id);
    const page = async (query: string) => {
      const { body } = await it.t.get(`/bots/v1/threads/${it.root}${query}`, as(it.bot));
      assert.deepEqual([body.root.message_id, body.root.reply_count], [it.root, 7]);
      return [body.messages.map((m: { message_id: number }) => m.message_id), body.has_more];
    };
    assert.deepEqual(await page(""), [ids, false]);
    assert.deepEqual(await page("?limit=3"), [ids.slice(4), true]);
    assert.deepEqual(await page(`?limit=3&before=${ids[4]}`), [ids.slice(1, 4), true]);
    assert.deepEqual(await page(`?limit=3&before=${ids[1]}`), [ids.slice(0, 1), false]);
    assert.equal(
      (await it.t.get(`/bots/v1/threads/${ids[2]}`, as(it.bot))).body.root.message_id,
      it.root,
    );
    assert.equal((await it.t.get(`/bots/v1/threads/${it.root}?limit=0`, as(it.bot))).status, 400);
    assert.equal((await it.t.get(`/bots/v1/threads/77777`, as(it.bot))).status, 404);
  }));

Deno.test("GET /bots/v1/me: the bot, its trigger mode and its chats", () =>
  scene(async ({ t, bot, chat }) => {
    const { status, body } = await t.get("/bots/v1/me", as(bot));
    assert.equal(status, 200);
    assert.deepEqual([body.bot.bot_id, body.bot.trigger_mode], [bot.id, "mentions"]);
    const chats = body.chats ?? body.bot.chats;
    assert.deepEqual(chats.map((it: { chat_id: number }) => it.chat_id), [chat.id]);
  }));
