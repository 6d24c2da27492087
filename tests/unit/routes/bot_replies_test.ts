// Contract §5, sentence by sentence.
import assert from "node:assert/strict";
import type { ChatRecord } from "../../../store/records.ts";
import { as, type Reply, type Seed, seed, type SeededBot } from "../../seed.ts";

interface Scene {
  t: Seed;
  bot: SeededBot;
  chat: ChatRecord;
  /** A root message that mentions the bot. */
  root: number;
  create(body?: unknown, parent?: number, headers?: Record<string, string>): Promise<Reply>;
  change(id: number, body?: unknown): Promise<Reply>;
  contentOf(id: number): Promise<string>;
}

async function scene(run: (scene: Scene) => Promise<void>) {
  const t = await seed();
  const bot = await t.bot({ username: "helper", displayName: "Helper" });
  const chat = await t.chat("ops", bot);
  const hook = await t.webhook(chat, { ratePerMinute: 0 });
  const root = (await t.post(hook.path, { content: "@helper hi" })).body.message_id;
  const create: Scene["create"] = (body = {}, parent = root, headers = {}) =>
    t.post(`/bots/v1/threads/${parent}/replies`, body, { ...as(bot), ...headers });
  const change: Scene["change"] = (id, body) => t.patch(`/bots/v1/replies/${id}`, body, as(bot));
  const contentOf = async (id: number) => {
    const { body } = await t.get(`/bots/v1/threads/${root}`, as(bot));
    return body.messages.find((it: { message_id: number }) => it.message_id === id).content;
  };
  try {
    await run({ t, bot, chat, root, create, change, contentOf });
  } finally {
    await t.close();
  }
}

function refused(reply: Reply, status: number, error: string): Reply {
  assert.deepEqual([reply.status, reply.body.ok, reply.body.error], [status, false, error]);
  assert.ok(reply.body.message.length > 10);
  return reply;
}

const generating = async ({ create }: Scene): Promise<number> =>
  (await create({ status: "GN" })).body.message_id;

Deno.test("a reply is OK at once, or a GN placeholder that may be empty", () =>
  scene(async ({ chat, root, create }) => {
    const whole = await create({ content: "hello" });
    assert.deepEqual(whole.body, {
      ok: true,
      message_id: whole.body.message_id,
      chat_id: chat.id,
      parent_message_id: root,
      status: "OK",
      length: 5,
    });
    const placeholder = await create({ status: "GN" });
    assert.deepEqual([placeholder.body.status, placeholder.body.length], ["GN", 0]);
    assert.equal((await create({ status: "GN", content: "日" })).body.length, 3);
  }));

Deno.test("an OK reply must say something", () =>
  scene(async ({ create }) => {
    refused(await create({}), 400, "missing_content");
    refused(await create({ content: " " }), 400, "missing_content");
    refused(await create("", undefined), 400, "missing_content");
  }));

Deno.test("a parent that is itself a reply is answered in the same thread", () =>
  scene(async ({ root, create }) => {
    const first = await create({ content: "1" });
    const second = await create({ content: "2" }, first.body.message_id);
    assert.equal(second.body.parent_message_id, root);
  }));

for (
  const parent of ["999999", "0", "-1", "x", "1.5", "9007199254740993", "99999999999999999999"]
) {
  Deno.test(`404 message_not_found: parent ${parent}`, () =>
    scene(async ({ t, bot }) => {
      const reply = await t.post(`/bots/v1/threads/${parent}/replies`, { content: "x" }, as(bot));
      refused(reply, 404, "message_not_found");
    }));
}

Deno.test("404 message_not_found: an id of the log that is no message", () =>
  scene(async ({ create }) =>
    void refused(await create({ content: "x" }, 1), 404, "message_not_found")
  ));

Deno.test("401 and 405 as everywhere on the bots' surface", () =>
  scene(async ({ t, root, bot }) => {
    const path = `/bots/v1/threads/${root}/replies`;
    const reply = refused(await t.post(path, { content: "x" }), 401, "unauthorized");
    assert.equal(reply.headers.get("www-authenticate"), "Bearer");
    assert.equal((await t.get(path, as(bot))).headers.get("allow"), "POST");
    refused(await t.post(`/bots/v1/replies/${root}`, {}, as(bot)), 405, "method_not_allowed");
  }));

Deno.test("400 invalid_json and 400 invalid_field name what is wrong", () =>
  scene(async ({ create, change }) => {
    refused(await create("{"), 400, "invalid_json");
    refused(await create("[]"), 400, "invalid_json");
    assert.equal(refused(await create({ status: "X" }), 400, "invalid_field").body.field, "status");
    assert.equal(refused(await create({ content: 5 }), 400, "invalid_field").body.field, "content");
    const id = (await create({ status: "GN" })).body.message_id;
    for (const bad of [{ offset: -1 }, { offset: 1.5 }, { append: 5 }, { finish_reason: "x" }]) {
      refused(await change(id, bad), 400, "invalid_field");
    }
    refused(await change(id, { append: "a", content: "b" }), 400, "invalid_field");
    refused(await change(id, '{"append":"\\ud800"}'), 400, "invalid_field");
  }));

Deno.test("413 payload_too_large: a body past 512 KiB", () =>
  scene(async ({ create }) => {
    refused(await create({ content: "x".repeat(512 * 1024) }), 413, "payload_too_large");
  }));

Deno.test("append adds, content replaces all, an empty body only renews the lease", () =>
  scene(async (it) => {
    const id = await generating(it);
    assert.deepEqual((await it.change(id, { append: "Hel" })).body, {
      ok: true,
      message_id: id,
      status: "GN",
      length: 3,
    });
    assert.equal((await it.change(id, { append: "lo 日" })).body.length, 9);
    assert.equal(await it.contentOf(id), "Hello 日");
    assert.equal((await it.change(id)).body.length, 9);
    assert.equal((await it.change(id, {})).body.length, 9);
    assert.equal((await it.change(id, { content: "new" })).body.length, 3);
    assert.equal(await it.contentOf(id), "new");
  }));

Deno.test("an append at the wrong offset is 409 offset_mismatch with the true length", () =>
  scene(async (it) => {
    const id = await generating(it);
    await it.change(id, { append: "日本", offset: 0 });
    for (const [append, offset] of [["x", 0], ["x", 5], ["x", 7], ["本", 2], ["日", 3]]) {
      const reply = refused(await it.change(id, { append, offset }), 409, "offset_mismatch");
      assert.equal(reply.body.length, 6);
    }
    assert.equal(await it.contentOf(id), "日本");
  }));

Deno.test("the last append again is a 200 that changes nothing", () =>
  scene(async (it) => {
    const id = await generating(it);
    await it.change(id, { append: "one ", offset: 0 });
    await it.change(id, { append: "two", offset: 4 });
    const again = await it.change(id, { append: "two", offset: 4 });
    assert.deepEqual([again.status, again.body.length], [200, 7]);
    assert.equal(await it.contentOf(id), "one two");
    refused(await it.change(id, { append: "one ", offset: 0 }), 409, "offset_mismatch");
  }));

Deno.test("status OK finalizes, alone or with text", () =>
  scene(async (it) => {
    const ends: [object, string][] = [
      [{}, "text"],
      [{ append: " more" }, "text more"],
      [{ append: "text", offset: 0 }, "text"],
      [{ content: "other" }, "other"],
    ];
    for (const [end, content] of ends) {
      const id = await generating(it);
      await it.change(id, { append: "text" });
      const { body } = await it.change(id, { ...end, status: "OK", finish_reason: "stop" });
      assert.deepEqual([body.status, body.length], ["OK", content.length]);
      const entry = (await it.t.store.messages.get(id))!;
      assert.deepEqual([entry.status, entry.content, entry.finishReason], ["OK", content, "stop"]);
    }
  }));

Deno.test("a finalized reply refuses changes with 409 reply_finalized, and is never GN again", () =>
  scene(async (it) => {
    const id = await generating(it);
    await it.change(id, { content: "end", status: "OK" });
    const direct = (await it.create({ content: "end" })).body.message_id;
    for (const reply of [id, direct]) {
      const changes = [{}, { append: "x" }, { content: "x" }, { status: "GN" }, { status: "OK" }];
      for (const change of [...changes, { content: "x", status: "OK" }]) {
        refused(await it.change(reply, change), 409, "reply_finalized");
      }
      assert.equal(await it.contentOf(reply), "end");
    }
  }));

Deno.test("403 not_author: only the reply's own bot may change it", () =>
  scene(async (it) => {
    const id = await generating(it);
    const other = await it.t.bot();
    await it.t.join(it.chat, other);
    const path = `/bots/v1/replies/${id}`;
    refused(await it.t.patch(path, { append: "x" }, as(other)), 403, "not_author");
    refused(await it.change(it.root, { append: "x" }), 404, "message_not_found");
    refused(await it.change(999_999, {}), 404, "message_not_found");
  }));

Deno.test("403 not_in_chat: membership is checked on each call", () =>
  scene(async (it) => {
    const id = await generating(it);
    await it.t.leave(it.chat, it.bot);
    refused(await it.create({ content: "x" }), 403, "not_in_chat");
    refused(await it.change(id, { append: "x" }), 403, "not_in_chat");
    refused(await it.change(id, { status: "OK" }), 403, "not_in_chat");
    const { status } = await it.t.get(`/bots/v1/threads/${it.root}`, as(it.bot));
    assert.equal(status, 403);
    await it.t.join(it.chat, it.bot);
    assert.equal((await it.change(id, { append: "x" })).status, 200);
  }));

Deno.test("400 content_too_long: past 60,000 UTF-8 bytes, and nothing already there is lost", () =>
  scene(async (it) => {
    const id = await generating(it);
    await it.change(id, { append: "日".repeat(19_999) });
    const long = refused(await it.change(id, { append: "1234" }), 400, "content_too_long");
    assert.match(long.body.message, /60001 bytes.*60000 bytes/);
    assert.equal((await it.change(id, { append: "123" })).body.length, 60_000);
    refused(await it.change(id, { content: "x".repeat(60_001) }), 400, "content_too_long");
    refused(await it.create({ content: "x".repeat(60_001) }), 400, "content_too_long");
    assert.equal((await it.change(id, { status: "OK" })).body.length, 60_000);
    assert.equal((await it.contentOf(id)).length, 20_002);
  }));

const LONGEST: [name: string, content: string][] = [
  ["letters", "a".repeat(60_000)],
  ["quotes", '"'.repeat(60_000)],
  ["control characters", "\u0001".repeat(60_000)],
  ["line breaks", "a\n".repeat(30_000)],
  ["accents", "é".repeat(30_000)],
  ["CJK", "日".repeat(20_000)],
  ["emoji", "😀".repeat(15_000)],
  ["mentions", Array.from({ length: 8000 }, (_, i) => `@u${i}`).join(" ").slice(0, 60_000)],
];
for (const [name, content] of LONGEST) {
  Deno.test(`a reply of 60,000 bytes of ${name} is stored, streamed or whole`, () =>
    scene(async (it) => {
      const identity = {
        username: "日".repeat(80),
        avatar_url: `https://a.test/${"x".repeat(2030)}`,
      };
      const whole = await it.create({ content, ...identity, event_id: "e".repeat(64) }, it.root, {
        "idempotency-key": "k".repeat(255),
      });
      assert.equal(whole.status, 200);
      const id = (await it.create({ status: "GN", ...identity })).body.message_id;
      const half = content.length / 2;
      await it.change(id, { append: content.slice(0, half) });
      const end = await it.change(id, { append: content.slice(half), status: "OK" });
      assert.equal(end.status, 200);
      await it.t.store.settle();
      assert.equal(await it.contentOf(id), content);
      assert.equal(await it.contentOf(whole.body.message_id), content);
    }));
}

Deno.test("the same bot and event_id again get the first reply with duplicate: true", () =>
  scene(async (it) => {
    const first = await it.create({ status: "GN", event_id: "E1" });
    await it.change(first.body.message_id, { append: "half" });
    const again = await it.create({ status: "GN", event_id: "E1" });
    assert.equal(again.body.message_id, first.body.message_id);
    assert.deepEqual([again.body.duplicate, again.body.status, again.body.length], [true, "GN", 4]);
    await it.change(first.body.message_id, { status: "OK" });
    const later = await it.create({ content: "other", event_id: "E1" });
    assert.deepEqual([later.body.message_id, later.body.status], [first.body.message_id, "OK"]);
    const other = await it.create({ status: "GN", event_id: "E2" });
    assert.notEqual(other.body.message_id, first.body.message_id);
  }));

Deno.test("twenty claims of one event at once make one reply", () =>
  scene(async (it) => {
    const claims = Array.from({ length: 20 }, () => it.create({ status: "GN", event_id: "E1" }));
    const replies = await Promise.all(claims);
    assert.equal(new Set(replies.map(({ body }) => body.message_id)).size, 1);
    assert.equal(replies.filter(({ body }) => body.duplicate).length, 19);
  }));

Deno.test("two bots that claim one event get a reply each", () =>
  scene(async (it) => {
    const other = await it.t.bot();
    await it.t.join(it.chat, other);
    const mine = await it.create({ status: "GN", event_id: "E1" });
    const path = `/bots/v1/threads/${it.root}/replies`;
    const theirs = await it.t.post(path, { status: "GN", event_id: "E1" }, as(other));
    assert.notEqual(mine.body.message_id, theirs.body.message_id);
  }));

Deno.test("Idempotency-Key: the first result as it was, 409 for another body", () =>
  scene(async (it) => {
    const key = { "idempotency-key": "k" };
    const first = await it.create({ status: "GN" }, it.root, key);
    await it.change(first.body.message_id, { append: "x" });
    const again = await it.create({ status: "GN" }, it.root, key);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get("idempotency-replayed"), "true");
    refused(await it.create({ content: "y" }, it.root, key), 409, "idempotency_conflict");
  }));

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

Deno.test("replies show the BOT badge, and overrides of name and picture with their warnings", () =>
  scene(async (it) => {
    const { body } = await it.create({ content: "x", username: "Bo", avatar_url: "nonsense" });
    assert.equal(body.warnings.length, 1);
    const thread = await it.t.get(`/bots/v1/threads/${it.root}`, as(it.bot));
    const { badge, display_name } = thread.body.messages[0].author;
    assert.deepEqual([badge, display_name], ["BOT", "Bo"]);
  }));

Deno.test("lease: stalled after 60 s of silence, finalized as interrupted after 10 min", () =>
  scene(async (it) => {
    const id = await generating(it);
    await it.change(id, { append: "so far" });
    const view = async () => (await it.t.get("/bots/v1/replies", as(it.bot))).body.messages[0];
    it.t.clock.advance(59_000);
    assert.equal((await view()).stalled, undefined);
    it.t.clock.advance(1_000);
    assert.equal((await view()).stalled, true);
    await it.change(id, {});
    assert.equal((await view()).stalled, undefined);
    it.t.clock.advance(599_000);
    await it.t.app.sweeper.sweep();
    assert.equal((await view()).status, "GN");
    it.t.clock.advance(1_000);
    await it.t.app.sweeper.sweep();
    const entry = (await it.t.store.messages.get(id))!;
    assert.deepEqual([entry.status, entry.content, entry.interrupted], ["OK", "so far", true]);
    refused(await it.change(id, { append: "x" }), 409, "reply_finalized");
  }));

Deno.test("a late whole text still replaces what the service finalized, once", () =>
  scene(async (it) => {
    const id = await generating(it);
    await it.change(id, { append: "half" });
    it.t.clock.advance(600_000);
    await it.t.app.sweeper.sweep();
    refused(await it.change(id, { content: "whole" }), 409, "reply_finalized");
    assert.equal((await it.change(id, { content: "whole", status: "OK" })).body.length, 5);
    assert.equal(await it.contentOf(id), "whole");
    assert.equal((await it.t.store.messages.get(id))!.interrupted, undefined);
    refused(await it.change(id, { content: "again", status: "OK" }), 409, "reply_finalized");
  }));

Deno.test("the bot's whole text and the service's end at once: the text stands", () =>
  scene(async (it) => {
    const id = await generating(it);
    it.t.clock.advance(600_000);
    const settled = it.t.app.sweeper.sweep();
    const whole = await it.change(id, { content: "whole", status: "OK" });
    await settled;
    assert.equal(whole.status, 200);
    assert.equal(await it.contentOf(id), "whole");
  }));

Deno.test("a deactivated bot's reply does not generate forever", () =>
  scene(async (it) => {
    const id = await generating(it);
    const { token: _, ...record } = it.bot;
    await it.t.change({ table: "bot", record: { ...record, enabled: false } });
    it.t.clock.advance(600_000);
    await it.t.app.sweeper.sweep();
    assert.equal((await it.t.store.messages.get(id))!.status, "OK");
  }));

Deno.test("a finalizing commit that fails leaves the reply open: the bot retries", () =>
  scene(async (it) => {
    const id = await generating(it);
    const { write } = it.t.store;
    it.t.store.write = () => Promise.reject(new Error("disk"));
    refused(await it.change(id, { append: "x", status: "OK" }), 500, "send_failed");
    it.t.store.write = write;
    assert.equal((await it.change(id, { append: "x", offset: 0, status: "OK" })).body.length, 1);
  }));

Deno.test("appends that are answered are in the final text, whoever ends it", () =>
  scene(async (it) => {
    const id = await generating(it);
    it.t.clock.advance(599_999);
    const appends = Array.from({ length: 10 }, (_, i) => it.change(id, { append: `${i}` }));
    it.t.clock.advance(1);
    const [replies] = await Promise.all([Promise.all(appends), it.t.app.sweeper.sweep()]);
    const kept = replies.filter(({ status }) => status === 200).length;
    await it.change(id, { status: "OK" });
    assert.equal((await it.contentOf(id)).length, kept);
  }));

Deno.test("a reply is an event for others once it is finalized, not while GN", () =>
  scene(async (it) => {
    const listener = await it.t.bot({ triggerMode: "all", username: "listener" });
    await it.t.join(it.chat, listener);
    const id = await generating(it);
    await it.change(id, { append: "@listener look" });
    assert.deepEqual(await it.t.eventsOf(listener), []);
    await it.change(id, { status: "OK" });
    assert.deepEqual(await it.t.eventsOf(listener), ["thread.reply.new mention"]);
  }));
