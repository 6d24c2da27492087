import assert from "node:assert/strict";
import { runRows } from "../../../rows.ts";
import { as, type Seed, seed } from "../../../seed.ts";

const ids = (body: { messages: { message_id: number }[] }) =>
  body.messages.map(({ message_id }) => message_id);

Deno.test("a person's message is stored, listed and triggers the bots of the chat", async () => {
  const t = await seed();
  const ana = await t.user({ username: "ana", displayName: "Ana", avatarUrl: "https://a.test/a" });
  const eve = await t.user();
  const all = await t.bot({ triggerMode: "all" });
  const mentioned = await t.bot({ username: "helper" });
  const manual = await t.bot({ triggerMode: "manual" });
  const chat = await t.chat("ops", ana, all, mentioned, manual);
  const path = `/chats/${chat.id}/messages`;
  const [posted] = await runRows(t, [
    {
      does: "posting",
      by: ana,
      ask: `POST ${path}`,
      with: { content: "@helper hello" },
      status: 200,
      says: {
        message: {
          chat_id: chat.id,
          parent_message_id: null,
          status: "OK",
          content: "@helper hello",
          mentions: ["helper"],
          reply_count: 0,
          author: {
            kind: "user",
            id: ana.id,
            username: "ana",
            display_name: "Ana",
            avatar_url: "https://a.test/a",
            badge: null,
          },
          created_at: "2026-01-15T12:00:00.000Z",
        },
      },
    },
    {
      does: "a stranger does not",
      by: eve,
      ask: `POST ${path}`,
      with: { content: "hi" },
      status: 404,
    },
    {
      does: "nothing said",
      by: ana,
      ask: `POST ${path}`,
      with: {},
      status: 400,
      says: { error: "missing_content" },
    },
    {
      does: "white space",
      by: ana,
      ask: `POST ${path}`,
      with: { content: " \n" },
      status: 400,
      says: { error: "missing_content" },
    },
    {
      does: "no JSON",
      by: ana,
      ask: `POST ${path}`,
      with: "hello",
      status: 400,
      says: { error: "invalid_json" },
    },
    {
      does: "4000 characters",
      by: ana,
      ask: `POST ${path}`,
      with: { content: "😀".repeat(4000) },
      status: 200,
    },
    {
      does: "4001 characters",
      by: ana,
      ask: `POST ${path}`,
      with: { content: "😀".repeat(4001) },
      status: 400,
      says: {
        error: "content_too_long",
        message: "The content has 4001 characters; the limit is 4000 characters",
      },
    },
    {
      does: "more than a body holds",
      by: ana,
      ask: `POST ${path}`,
      with: { content: "x".repeat(70_000) },
      status: 413,
      says: { error: "payload_too_large" },
    },
    { does: "a stranger reads none", by: eve, ask: `GET ${path}`, status: 404 },
  ]);
  assert.deepEqual(await t.eventsOf(mentioned), ["message.new mention"]);
  assert.deepEqual(await t.eventsOf(all), ["message.new all", "message.new all"]);
  assert.deepEqual(await t.eventsOf(manual), []);
  const id = posted!.body.message.message_id;
  await runRows(t, [
    {
      does: "one message",
      by: ana,
      ask: `GET /messages/${id}`,
      status: 200,
      says: { message: { message_id: id } },
    },
    {
      does: "not a stranger's",
      by: eve,
      ask: `GET /messages/${id}`,
      status: 404,
      says: { error: "message_not_found" },
    },
    {
      does: "not there",
      by: ana,
      ask: "GET /messages/999",
      status: 404,
      says: { error: "message_not_found" },
    },
    { does: "not a number", by: ana, ask: "GET /messages/x", status: 404 },
  ]);
  await t.close();
});

Deno.test("a repeat under the same idempotency key is the first message again", async () => {
  const t = await seed();
  const ana = await t.user();
  const chat = await t.chat("ops", ana);
  const path = `/api/v1/chats/${chat.id}/messages`;
  const headers = { ...as(ana), "Idempotency-Key": "k1" };
  const first = await t.post(path, { content: "once" }, headers);
  const second = await t.post(path, { content: "once" }, headers);
  assert.equal(second.body.message.message_id, first.body.message.message_id);
  assert.equal(second.headers.get("idempotency-replayed"), "true");
  assert.equal(
    (await t.post(path, { content: "other" }, headers)).body.error,
    "idempotency_conflict",
  );
  assert.equal((await t.get(path, as(ana))).body.messages.length, 1);
  await t.close();
});

async function chatOf(t: Seed, count: number) {
  const ana = await t.user();
  const chat = await t.chat("ops", ana);
  const path = `/api/v1/chats/${chat.id}/messages`;
  const posted: number[] = [];
  for (let i = 1; i <= count; i++) {
    posted.push((await t.post(path, { content: `n ${i}` }, as(ana))).body.message.message_id);
  }
  return { ana, chat, path, posted };
}

Deno.test("pages run oldest first, backwards by before and forwards by after", async () => {
  const t = await seed();
  const { ana, path, posted } = await chatOf(t, 7);
  const page = async (query: string) => (await t.get(path + query, as(ana))).body;
  const newest = await page("?limit=3");
  assert.deepEqual([ids(newest), newest.has_more], [posted.slice(4), true]);
  const older = await page(`?limit=3&before=${posted[4]}`);
  assert.deepEqual([ids(older), older.has_more], [posted.slice(1, 4), true]);
  const oldest = await page(`?limit=3&before=${posted[1]}`);
  assert.deepEqual([ids(oldest), oldest.has_more], [posted.slice(0, 1), false]);
  const next = await page(`?limit=3&after=${posted[1]}`);
  assert.deepEqual([ids(next), next.has_more], [posted.slice(2, 5), true]);
  const last = await page(`?after=${posted[5]}`);
  assert.deepEqual([ids(last), last.has_more], [posted.slice(6), false]);
  await t.close();
});

for (const query of ["?limit=0", "?limit=101", "?limit=x", "?before=-1", "?after=1.5"]) {
  Deno.test(`a page of ${query} is refused with the field that is wrong`, async () => {
    const t = await seed();
    const { ana, path } = await chatOf(t, 0);
    const { status, body } = await t.get(path + query, as(ana));
    assert.deepEqual([status, body.error], [400, "invalid_field"]);
    assert.equal(body.field, query.slice(1).split("=")[0]);
    await t.close();
  });
}

Deno.test("replies stand under their root, and a reply to a reply does too", async () => {
  const t = await seed();
  const { ana, posted: [root], path } = await chatOf(t, 1);
  const replies = `/api/v1/messages/${root}/replies`;
  const first = await t.post(replies, { content: "one" }, as(ana));
  assert.equal(first.body.message.parent_message_id, root);
  const nested = `/api/v1/messages/${first.body.message.message_id}/replies`;
  const second = await t.post(nested, { content: "two" }, as(ana));
  assert.equal(second.body.message.parent_message_id, root);
  for (const each of [replies, nested]) {
    const { body } = await t.get(each, as(ana));
    assert.equal(body.root.message_id, root);
    assert.equal(body.root.reply_count, 2);
    assert.deepEqual(body.messages.map((m: { content: string }) => m.content), ["one", "two"]);
  }
  const timeline = await t.get(path, as(ana));
  assert.deepEqual(ids(timeline.body), [root]);
  assert.equal(timeline.body.messages[0].reply_count, 2);
  const none = await t.post("/api/v1/messages/999/replies", { content: "x" }, as(ana));
  assert.deepEqual([none.status, none.body.error], [404, "message_not_found"]);
  await t.close();
});

async function generating(t: Seed) {
  const ana = await t.user();
  const bot = await t.bot({ username: "helper" });
  const chat = await t.chat("ops", ana, bot);
  const asked = await t.post(`/api/v1/chats/${chat.id}/messages`, { content: "hi" }, as(ana));
  const root = asked.body.message.message_id;
  const made = await t.post(
    `/bots/v1/threads/${root}/replies`,
    { status: "GN", content: "I th" },
    as(bot),
  );
  return { ana, bot, chat, reply: made.body.message_id as number, root: root as number };
}

Deno.test("stopping a reply under generation tells its bot, and only while it is generated", async () => {
  const t = await seed();
  const { ana, bot, reply, root } = await generating(t);
  const eve = await t.user();
  const stop = (id: number, who = ana) => t.post(`/api/v1/messages/${id}/cancel`, {}, as(who));
  assert.equal((await stop(reply, eve)).status, 404);
  const stopped = await stop(reply);
  assert.equal(stopped.status, 200);
  assert.partialDeepStrictEqual(stopped.body.message, { status: "GN", content: "I th" });
  assert.deepEqual(await t.eventsOf(bot), ["reply.cancelled thread"]);
  await t.patch(`/bots/v1/replies/${reply}`, { status: "OK" }, as(bot));
  const late = await stop(reply);
  assert.deepEqual([late.status, late.body.error], [409, "reply_finalized"]);
  assert.equal((await stop(root)).body.error, "reply_finalized");
  await t.close();
});

Deno.test("stopping a reply whose bot has left ends it", async () => {
  const t = await seed();
  const { ana, bot, chat, reply } = await generating(t);
  await t.leave(chat, bot);
  const { body } = await t.post(`/api/v1/messages/${reply}/cancel`, {}, as(ana));
  assert.partialDeepStrictEqual(body.message, { status: "OK", content: "I th", interrupted: true });
  assert.deepEqual(await t.eventsOf(bot), []);
  await t.close();
});
