import assert from "node:assert/strict";
import { ReplyWriter } from "../../../bridge/reply_writer.ts";
import { ApiError, type Bot, byteLength, type Reply } from "../../../client/mod.ts";
import type { Ending } from "../../../bridge/ending.ts";
import { ManualClock } from "../../manual_clock.ts";

const STOP: Ending = { finish_reason: "stop", note: null, instead: "Away." };
const CUT: Ending = { finish_reason: "error", note: "_(Cut.)_", instead: "Away." };

/** A reply that keeps a protocol of what is asked of it. */
function recorded(calls: string[], left = "") {
  let text = left;
  const reply = {
    messageId: 1,
    parentMessageId: 7,
    duplicate: left !== "",
    get length() {
      return byteLength(text);
    },
    append: (piece: string) => {
      calls.push(`append ${JSON.stringify(piece)}`);
      text += piece;
      return Promise.resolve();
    },
    replace: (whole: string) => {
      calls.push(`replace ${JSON.stringify(whole)}`);
      text = whole;
      return Promise.resolve();
    },
    renew: () => {
      calls.push("renew");
      return Promise.resolve();
    },
    finalize: ({ append = "", finish_reason = "stop" }) => {
      text += append;
      calls.push(`finalize ${JSON.stringify(text)} ${finish_reason}`);
      return Promise.resolve();
    },
  };
  return reply as unknown as Reply;
}

function setUp({ left = "", partBytes = 60_000 } = {}) {
  const clock = new ManualClock();
  const calls: string[] = [];
  const gone: unknown[] = [];
  const reply = recorded(calls, left);
  const writer = new ReplyWriter(reply, {
    bot: {
      reply: (_parent, { event_id }) => {
        calls.push(`new ${event_id}`);
        return Promise.resolve(recorded(calls));
      },
    } as Pick<Bot, "reply">,
    clock,
    eventId: "e",
    coalesce: 50,
    signal: new AbortController().signal,
    onGone: (error) => gone.push(error),
    partBytes,
  });
  return { clock, calls, gone, reply, writer };
}

Deno.test("the first piece goes at once, then at most one per interval, and the end at once", async () => {
  const { clock, calls, writer } = setUp();
  writer.push("a");
  await clock.advance(0);
  assert.deepEqual(calls, ['append "a"']);
  for (const piece of ["b", "c", "d"]) {
    writer.push(piece);
    await clock.advance(10);
  }
  assert.equal(calls.length, 1);
  await clock.advance(20);
  assert.deepEqual(calls.slice(1), ['append "bcd"']);
  writer.push("e");
  assert.equal(await writer.finish(STOP), true);
  assert.deepEqual(calls.slice(2), ['finalize "abcde" stop']);
});

Deno.test("an end with a note keeps what came, and without any text there is something instead", async () => {
  const cut = setUp();
  cut.writer.push("Half");
  await cut.clock.advance(0);
  await cut.writer.finish(CUT);
  assert.equal(cut.calls.at(-1), 'finalize "Half\\n\\n_(Cut.)_" error');
  const silent = setUp();
  await silent.writer.finish(CUT);
  assert.deepEqual(silent.calls, ['finalize "Away." error']);
});

Deno.test("a note never ends up inside a code block", async () => {
  const { calls, writer, clock } = setUp();
  writer.push("```ts\nlet a");
  await clock.advance(0);
  await writer.finish(CUT);
  assert.equal(calls.at(-1), 'finalize "```ts\\nlet a\\n```\\n\\n_(Cut.)_" error');
});

Deno.test("what an earlier run left stays until there is a new text", async () => {
  const answered = setUp({ left: "Old half" });
  answered.writer.push("New");
  await answered.clock.advance(0);
  await answered.writer.finish(STOP);
  assert.deepEqual(answered.calls, ['replace "New"', 'finalize "New" stop']);
  const failed = setUp({ left: "Old half" });
  await failed.writer.finish(CUT);
  assert.deepEqual(failed.calls, ['finalize "Old half\\n\\n_(Cut.)_" error']);
});

Deno.test("past the most, the text goes on in a further reply, and a code block is opened again", async () => {
  const { calls, writer, clock } = setUp({ partBytes: 20 });
  writer.push("```ts\none two\nthree four\n```\n");
  await clock.advance(0);
  await writer.finish(STOP);
  assert.deepEqual(calls, [
    "new e.2",
    'finalize "```ts\\none two\\n```" stop',
    "new e.3",
    'finalize "```ts\\nthree four\\n```" stop',
    'append "```ts\\n```\\n"',
    'finalize "```ts\\n```\\n" stop',
  ]);
});

Deno.test("silence renews the lease, and text does not need to", async () => {
  const { calls, writer, clock } = setUp();
  await clock.advance(45_000);
  assert.deepEqual(calls, ["renew", "renew"]);
  writer.abandon();
  await clock.advance(60_000);
  assert.equal(calls.length, 2);
  assert.equal(clock.waiting, 0);
});

Deno.test("half a surrogate pair waits for its other half", async () => {
  const { calls, writer, clock } = setUp();
  writer.push("a\ud83d");
  await clock.advance(100);
  writer.push("\ude80");
  await clock.advance(100);
  await writer.finish(STOP);
  assert.deepEqual(calls, ['append "a"', 'append "🚀"', 'finalize "a🚀" stop']);
});

Deno.test("a reply that cannot be written any more says so, once", async () => {
  const { gone, writer, clock, reply } = setUp();
  reply.append = () => Promise.reject(new ApiError(403, "not_in_chat", "Not a member"));
  writer.push("a");
  await clock.advance(100);
  writer.push("b");
  assert.equal(await writer.finish(STOP), false);
  assert.equal(gone.length, 1);
});
