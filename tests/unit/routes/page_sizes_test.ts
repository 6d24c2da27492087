// Pages of the longest messages: bounded in bytes, whole when put together, and never empty while something is left.
import assert from "node:assert/strict";
import { MAX_PAGE_BYTES } from "../../../chat/reading.ts";
import { as, type Reply, type Seed, seed, type SeededBot, type SeededUser } from "../../seed.ts";

const REPLIES = 24;
const LONGEST = 60_000;
const WORD = "haystack ";

interface Scene {
  t: Seed;
  owner: SeededUser;
  /** Hears every reply. */
  bot: SeededBot;
  root: number;
  /** The ids of the replies, each of the longest text. */
  replies: number[];
}

async function scene(run: (scene: Scene) => Promise<void>): Promise<void> {
  const t = await seed();
  const owner = await t.owner();
  const [bot, author] = await Promise.all([t.bot({ username: "helper" }), t.bot()]);
  const chat = await t.chat("ops", owner, bot, author);
  const posted = await t.post(`/api/v1/chats/${chat.id}/messages`, { content: "Go" }, as(owner));
  const root = posted.body.message.message_id;
  const content = `@helper ${WORD}${"é".repeat(LONGEST)}`.slice(0, LONGEST / 2);
  const replies: number[] = [];
  for (let i = 0; i < REPLIES; i++) {
    const { body } = await t.post(`/bots/v1/threads/${root}/replies`, { content }, as(author));
    replies.push(body.message_id);
  }
  try {
    await run({ t, owner, bot, root, replies });
  } finally {
    await t.close();
  }
}

const sizeOf = ({ body }: Reply) => new TextEncoder().encode(JSON.stringify(body)).length;
const idsOf = ({ body }: Reply): number[] =>
  body.messages.map((it: { message_id: number }) => it.message_id);

/** Pages until one says that nothing is left; each a bounded part. */
async function pages(read: (last: Reply | null) => Promise<Reply>): Promise<number[][]> {
  const all: number[][] = [];
  let last: Reply | null = null;
  do {
    last = await read(last);
    assert.equal(last.status, 200);
    assert.ok(sizeOf(last) < MAX_PAGE_BYTES * 1.2, `${sizeOf(last)} bytes`);
    assert.ok(idsOf(last).length > 0, "no page is empty");
    all.push(idsOf(last));
  } while (last.body.has_more);
  return all;
}

Deno.test("a thread is read backwards and forwards in pages of bounded size, nothing missing", () =>
  scene(async ({ t, owner, bot, root, replies }) => {
    for (
      const [path, who] of [
        [`/api/v1/messages/${root}/replies`, owner],
        [`/bots/v1/threads/${root}`, bot],
      ] as const
    ) {
      const page = (query: string) => t.get(`${path}?limit=100&${query}`, as(who));
      const backwards = await pages((last) =>
        page(last === null ? "" : `before=${idsOf(last)[0]}`)
      );
      assert.deepEqual(backwards.toReversed().flat(), replies);
      const forwards = await pages((last) =>
        page(`after=${last === null ? root : idsOf(last).at(-1)}`)
      );
      assert.deepEqual(forwards.flat(), replies);
      assert.deepEqual([backwards.length, forwards.length], [2, 2]);
    }
  }));

Deno.test("replies under generation count with the text they have by now", () =>
  scene(async ({ t, owner, bot, root, replies }) => {
    const path = `/bots/v1/threads/${root}/replies`;
    const generating: number[] = [];
    for (let i = 0; i < 12; i++) {
      const { body } = await t.post(path, { status: "GN" }, as(bot));
      await t.patch(
        `/bots/v1/replies/${body.message_id}`,
        { append: "x".repeat(LONGEST) },
        as(bot),
      );
      generating.push(body.message_id);
    }
    const all = await pages((last) => {
      const before = last === null ? "" : `&before=${idsOf(last)[0]}`;
      return t.get(`/api/v1/messages/${root}/replies?limit=100${before}`, as(owner));
    });
    assert.deepEqual(all.toReversed().flat(), [...replies, ...generating]);
  }));

Deno.test("a search finds long messages in pages of bounded size", () =>
  scene(async ({ t, owner, replies }) => {
    const found = await pages((last) => {
      const before = last === null ? "" : `&before=${last.body.next_before}`;
      return t.get(`/api/v1/search?q=haystack&limit=100${before}`, as(owner));
    });
    assert.deepEqual(found.toReversed().flat(), replies);
  }));

Deno.test("a long poll answers with a bounded part of a backlog, and goes on from there", () =>
  scene(async ({ t, bot, replies }) => {
    const heard: number[] = [];
    for (let after = 0; heard.length < REPLIES;) {
      const reply = await t.get(`/bots/v1/events?after=${after}&limit=500&timeout=0`, as(bot));
      const { events } = reply.body;
      assert.ok(sizeOf(reply) < MAX_PAGE_BYTES * 1.2, `${sizeOf(reply)} bytes`);
      assert.ok(events.length > 0, "no page is empty");
      heard.push(
        ...events.map((it: { data: { message: { message_id: number } } }) =>
          it.data.message.message_id
        ),
      );
      after = events.at(-1).seq;
    }
    assert.deepEqual(heard, replies);
  }));
