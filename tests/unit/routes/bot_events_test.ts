// GET /bots/v1/events and POST /bots/v1/events/ack: the stream's events for those who cannot hold a socket.
import assert from "node:assert/strict";
import type { ChatRecord } from "../../../store/records.ts";
import { BotEvent } from "../../../wire/bot_stream.ts";
import { as, type Reply, type Seed, seed, type SeededBot, type SeededWebhook } from "../../seed.ts";

interface Scene {
  t: Seed;
  bot: SeededBot;
  chat: ChatRecord;
  hook: SeededWebhook;
  say(content?: string): Promise<number>;
  poll(query?: string): Promise<Reply>;
  ack(body: unknown): Promise<Reply>;
}

async function scene(run: (scene: Scene) => Promise<void>) {
  const t = await seed();
  const bot = await t.bot({ username: "helper", triggerMode: "all" });
  const chat = await t.chat("ops", bot);
  const hook = await t.webhook(chat, { ratePerMinute: 0, ratePerHour: 0 });
  const say = async (content = "hi") => (await t.post(hook.path, { content })).body.message_id;
  const poll = (query = "?after=0&timeout=0") => t.get(`/bots/v1/events${query}`, as(bot));
  const ack = (body: unknown) => t.post("/bots/v1/events/ack", body, as(bot));
  try {
    await run({ t, bot, chat, hook, say, poll, ack });
  } finally {
    await t.close();
  }
}

const seqs = ({ body }: Reply): number[] => body.events.map((it: { seq: number }) => it.seq);

Deno.test("an event says all that contract §4 promises", () =>
  scene(async ({ t, bot, chat, say, poll }) => {
    const id = await say("@helper: what is up");
    const { events: [event], ...rest } = (await poll()).body;
    assert.deepEqual(rest, { ok: true, latest_seq: 1, oldest_seq: 1, acked_seq: 0 });
    assert.deepEqual(BotEvent.parse(event), event);
    assert.equal(event.type, "message.new");
    assert.equal(event.seq, 1);
    assert.match(event.event_id, /^[0-9A-HJKMNP-TV-Z]{26}$/);
    assert.equal(event.created_at, new Date(t.clock.now).toISOString());
    const { message, ...data } = event.data;
    assert.deepEqual(data, {
      chat: { chat_id: chat.id, name: "ops", kind: "group" },
      mentions_bot: true,
      trigger: "mention",
      text: "what is up",
      parent_message_id: id,
      session_id: `svc:${chat.id}:${id}`,
      hops: 0,
    });
    assert.deepEqual([message.message_id, message.content, message.mentions], [
      id,
      "@helper: what is up",
      ["helper"],
    ]);
    assert.deepEqual([message.author.kind, message.author.badge], ["webhook", "WEBHOOK"]);
    assert.equal(
      (await poll()).body.events[0].event_id,
      event.event_id,
      "the same at each delivery",
    );
    assert.ok(bot.id);
  }));

Deno.test("thread.reply.new carries the root as parent, and the thread's session", () =>
  scene(async ({ t, bot, chat, say, poll }) => {
    const root = await say();
    const other = await t.bot({ username: "other" });
    await t.join(chat, other);
    const path = `/bots/v1/threads/${root}/replies`;
    const reply = await t.post(path, { content: "@helper you?" }, as(other));
    const event = (await poll("?after=1&timeout=0")).body.events[0];
    assert.equal(event.type, "thread.reply.new");
    assert.deepEqual(BotEvent.parse(event), event);
    assert.deepEqual([event.data.parent.message_id, event.data.parent.reply_count], [root, 1]);
    assert.equal(event.data.message.message_id, reply.body.message_id);
    assert.deepEqual([event.data.session_id, event.data.hops], [`svc:${chat.id}:${root}`, 1]);
    assert.ok(bot.id);
  }));

Deno.test("seq is 1, 2, 3… without holes, in pages of limit", () =>
  scene(async ({ say, poll }) => {
    await Promise.all(Array.from({ length: 30 }, () => say()));
    assert.deepEqual(seqs(await poll()), Array.from({ length: 30 }, (_, i) => i + 1));
    assert.deepEqual(seqs(await poll("?after=0&limit=10&timeout=0")).length, 10);
    assert.deepEqual(seqs(await poll("?after=27&limit=10&timeout=0")), [28, 29, 30]);
    assert.deepEqual(seqs(await poll("?after=30&timeout=0")), []);
    assert.deepEqual(seqs(await poll("?after=99&timeout=0")), [], "after the newest is live only");
  }));

Deno.test("a poll waits for the next event and answers at once with it", () =>
  scene(async ({ say, poll }) => {
    const waiting = poll("?after=0&timeout=20");
    await say();
    assert.deepEqual(seqs(await waiting), [1]);
  }));

Deno.test("a poll that waits in vain answers empty", () =>
  scene(async ({ poll }) => assert.deepEqual(seqs(await poll("?after=0&timeout=0.02")), [])));

Deno.test("where it starts: a seq, acked, the saved cursor, or live only", () =>
  scene(async ({ say, poll, ack }) => {
    for (let i = 0; i < 5; i++) await say();
    assert.deepEqual(seqs(await poll("?timeout=0")), [], "never acked: live only");
    assert.deepEqual(seqs(await poll("?after=acked&timeout=0")), [1, 2, 3, 4, 5]);
    assert.deepEqual((await ack({ seq: 3 })).body, { ok: true, acked_seq: 3 });
    assert.deepEqual(seqs(await poll("?after=acked&timeout=0")), [4, 5]);
    assert.deepEqual(seqs(await poll("?timeout=0")), [4, 5]);
    assert.deepEqual(seqs(await poll("?after=2&timeout=0")), [3, 4, 5]);
  }));

Deno.test("an ack is cumulative, never goes back, and never into the future", () =>
  scene(async ({ say, ack }) => {
    for (let i = 0; i < 5; i++) await say();
    assert.equal((await ack({ seq: 4 })).body.acked_seq, 4);
    assert.equal((await ack({ seq: 2 })).body.acked_seq, 4);
    const future = await ack({ seq: 6 });
    assert.deepEqual([future.status, future.body.error, future.body.field], [
      400,
      "invalid_field",
      "seq",
    ]);
    for (const bad of [{}, { seq: -1 }, { seq: 1.5 }, { seq: "1" }, { seq: null }]) {
      assert.equal((await ack(bad)).body.error, "invalid_field");
    }
    assert.equal((await ack("{")).body.error, "invalid_json");
  }));

for (
  const query of ["?after=x", "?after=-1", "?after=1.5", "?limit=0", "?limit=501", "?timeout=61"]
) {
  Deno.test(`400 invalid_field: ${query}`, () =>
    scene(async ({ poll }) => {
      const { status, body } = await poll(query);
      assert.deepEqual([status, body.error], [400, "invalid_field"]);
    }));
}

Deno.test("401 and 405 on both paths; 426 where a stream is asked for without WebSocket", () =>
  scene(async ({ t, bot }) => {
    assert.equal((await t.get("/bots/v1/events")).status, 401);
    assert.equal((await t.post("/bots/v1/events/ack", { seq: 0 })).status, 401);
    assert.equal((await t.post("/bots/v1/events", {}, as(bot))).headers.get("allow"), "GET");
    const stream = await t.get("/bots/v1/stream", as(bot));
    assert.deepEqual([stream.status, stream.body.error], [426, "upgrade_required"]);
    assert.equal(stream.headers.get("upgrade"), "websocket");
    assert.equal((await t.get(`/bots/v1/stream?token=${bot.token}`)).status, 426);
    const basic = { Authorization: "Basic eDp5" };
    assert.equal((await t.get(`/bots/v1/stream?token=${bot.token}`, basic)).status, 426);
    const none = await t.get("/bots/v1/stream");
    assert.deepEqual([none.status, none.headers.get("www-authenticate")], [401, "Bearer"]);
    assert.equal((await t.get("/bots/v1/stream?token=nonsense")).status, 401);
    assert.equal((await t.post("/bots/v1/stream", {}, as(bot))).status, 405);
    const bad = await t.get("/bots/v1/stream?after=x", as(bot));
    assert.equal(bad.status, 400);
  }));

Deno.test("a bot hears nothing from before it joined, nor after it left", () =>
  scene(async ({ t, bot, chat, say, poll }) => {
    await t.leave(chat, bot);
    await say();
    await t.join(chat, bot);
    await say();
    await t.leave(chat, bot);
    await say();
    assert.deepEqual(seqs(await poll()), [1]);
  }));

Deno.test("retention drops whole blocks of old events, and a gap is told", () =>
  scene(async ({ t, bot, say, poll }) => {
    for (let i = 0; i < 450; i++) await say();
    await t.store.settle();
    t.clock.advance(8 * 86_400_000);
    for (let i = 0; i < 5; i++) await say();
    await t.store.settle();
    await t.app.sweeper.sweep();
    const { body } = await poll("?after=0&limit=500&timeout=0");
    assert.deepEqual([body.oldest_seq, body.latest_seq], [401, 455]);
    assert.deepEqual(body.gap, { from_seq: 1, to_seq: 400 });
    assert.equal(body.events[0].seq, 401);
    assert.equal(body.events.length, 55);
    assert.equal((await poll("?after=400&timeout=0")).body.gap, undefined);
    assert.ok(bot.id);
  }));

Deno.test("when all is dropped, the seqs go on where they were", () =>
  scene(async ({ t, say, poll }) => {
    for (let i = 0; i < 3; i++) await say();
    await t.store.settle();
    t.clock.advance(8 * 86_400_000);
    await t.app.sweeper.sweep();
    const { body } = await poll("?after=1&timeout=0");
    assert.deepEqual([body.oldest_seq, body.latest_seq, body.events.length], [4, 3, 0]);
    assert.deepEqual(body.gap, { from_seq: 2, to_seq: 3 });
    await say();
    assert.deepEqual(seqs(await poll("?after=1&timeout=0")), [4]);
  }));
