// The replay of a backlog that is far larger than what a socket may have queued.
import assert from "node:assert/strict";
import { Listener, listening, openUnread, pause } from "../listening.ts";
import { as } from "../seed.ts";

const EVENTS = 500;
const STUCK = 8;

Deno.test("a replay goes at the reader's pace: who does not read costs a page, not the backlog", () =>
  listening(async ({ t, url, port }) => {
    const [bot, author] = await Promise.all([t.bot({ username: "helper" }), t.bot()]);
    const chat = await t.chat("ops", bot, author);
    const { body } = await t.post(
      "/bots/v1/messages",
      { chat_id: chat.id, content: "Go" },
      as(author),
    );
    const content = `@helper ${"x".repeat(50_000)}`;
    for (let i = 0; i < EVENTS; i++) {
      await t.post(`/bots/v1/threads/${body.message_id}/replies`, { content }, as(author));
    }
    const { messages } = t.store;
    const entries = messages.entries.bind(messages);
    let read = 0;
    messages.entries = (ids) => {
      read += ids.length;
      return entries(ids);
    };
    const stuck = await Promise.all(
      Array.from({ length: STUCK }, () => openUnread(port, bot.token, "?after=0")),
    );
    while (t.app.context.openStreams!(bot.id) < STUCK) await pause(5);
    for (let before = -1; read !== before;) {
      before = read;
      await pause(500);
    }
    // Most of what was read is in the buffers of the system, which are some megabytes for each socket.
    assert.ok(read < STUCK * EVENTS / 2, `${read} events were read ahead`);
    assert.equal(t.app.context.openStreams!(bot.id), STUCK, "to be behind is not to be too slow");
    const reading = new Listener(`${url}/bots/v1/stream?after=0`, as(bot));
    await reading.until(({ seq }) => seq === EVENTS, 30_000);
    assert.deepEqual(reading.seqs, Array.from({ length: EVENTS }, (_, i) => i + 1));
    await reading.close();
    for (const conn of stuck) conn.close();
    while (t.app.context.openStreams!(bot.id) > 0) await pause(5);
  }));
