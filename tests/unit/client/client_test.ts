import assert from "node:assert/strict";
import { afterClose } from "../../../client/close_policy.ts";
import { EventQueue } from "../../../client/event_queue.ts";
import { ApiError, Bot, createBackoff, type Reply } from "../../../client/mod.ts";
import { hurried } from "../../hurried_clock.ts";
import { type Seed, seed, type SeededBot } from "../../seed.ts";

/** A client whose fetch is the real handler; `spoil` may lose an answer on its way. */
async function withReply(
  run: (
    given: { t: Seed; bot: SeededBot; reply: Reply; client: Bot; lose: () => void },
  ) => Promise<void>,
) {
  const t = await seed();
  let loses = 0;
  try {
    const owner = await t.owner();
    const bot = await t.bot();
    const chat = await t.direct(owner, bot);
    const client = new Bot({
      baseUrl: "http://parley.test",
      token: bot.token,
      clock: hurried(100),
      fetch: async (input, init) => {
        const response = await t.app.handle(new Request(input as string, init), "127.0.0.1");
        if (loses > 0) {
          loses--;
          throw new TypeError("connection reset");
        }
        return response;
      },
    });
    const root = await client.send(chat.id, "root");
    const reply = await client.reply(root.message_id, { status: "GN", event_id: "e1" });
    await run({ t, bot, reply, client, lose: () => loses++ });
  } finally {
    await t.close();
  }
}

const contentOf = async (client: Bot, reply: Reply) =>
  (await client.thread(reply.parentMessageId)).messages.map((
    { content, status, finish_reason },
  ) => [
    content,
    status,
    finish_reason,
  ]);

Deno.test("a reply grows and is finalized", () =>
  withReply(async ({ reply, client }) => {
    await reply.append("Fünf ");
    await reply.append("漢字");
    assert.equal(reply.length, 12);
    await reply.finalize({ append: "!" });
    assert.deepEqual(await contentOf(client, reply), [["Fünf 漢字!", "OK", "stop"]]);
  }));

Deno.test("no answer lost on the way doubles a text, a reply or its end", () =>
  withReply(async ({ reply, client, lose }) => {
    lose();
    await reply.append("one ");
    lose();
    await reply.append("two");
    lose();
    await reply.finalize({ append: "." });
    lose();
    const again = await client.reply(reply.parentMessageId, { status: "GN", event_id: "e2" });
    assert.equal(again.duplicate, false, "a placeholder of one's own is not somebody else's");
    assert.deepEqual(await contentOf(client, reply), [
      ["one two.", "OK", "stop"],
      ["", "GN", undefined],
    ]);
  }));

Deno.test("a text that went astray at the service is put right", () =>
  withReply(async ({ t, bot, reply, client }) => {
    await reply.append("one ");
    await t.patch(`/bots/v1/replies/${reply.messageId}`, { content: "" }, {
      authorization: `Bearer ${bot.token}`,
    });
    await reply.append("two");
    await reply.finalize();
    assert.deepEqual(await contentOf(client, reply), [["one two", "OK", "stop"]]);
  }));

Deno.test("a bot that starts again finds what it left unfinished, and its event's reply", () =>
  withReply(async ({ reply, client }) => {
    await reply.append("half");
    const [left] = await client.unfinished();
    assert.equal(left?.messageId, reply.messageId);
    assert.equal(left?.length, 4);
    const again = await client.reply(reply.parentMessageId, { status: "GN", event_id: "e1" });
    assert.equal(again.duplicate, true);
    assert.equal(again.messageId, reply.messageId);
    await again.replace("whole");
    await again.finalize();
    assert.deepEqual(await contentOf(client, reply), [["whole", "OK", "stop"]]);
    assert.deepEqual(await client.unfinished(), []);
  }));

Deno.test("a refusal is an error with the service's code", () =>
  withReply(async ({ client }) => {
    await assert.rejects(client.send(999, "hello"), (error) =>
      error instanceof ApiError && error.status === 403 && error.code === "not_in_chat");
  }));

Deno.test("each close code has its consequence", () => {
  const actions = [4001, 4002, 4003, 4008, 4009, 1012, 1006, 1001, 0].map((code) =>
    afterClose(code).action
  );
  assert.deepEqual(actions, [
    "stop",
    "stop",
    "stop",
    "wait",
    "resume",
    "resume",
    "resume",
    "resume",
    "resume",
  ]);
});

Deno.test("waits double with jitter up to the most, and begin again after a success", () => {
  const low = createBackoff({ base: 100, max: 1_000, random: () => 0 });
  assert.deepEqual([1, 2, 3, 4, 5].map(() => low.next()), [50, 100, 200, 400, 500]);
  low.reset();
  assert.equal(low.next(), 50);
  const high = createBackoff({ base: 100, max: 1_000, random: () => 1 });
  assert.equal(high.next(), 100);
});

Deno.test("events come out in order, then the end or its error", async () => {
  const queue = new EventQueue<number>();
  const first = queue.take();
  queue.push(1);
  queue.push(2);
  assert.equal(await first, 1);
  queue.end(new Error("over"));
  queue.push(3);
  assert.equal(await queue.take(), 2);
  await assert.rejects(queue.take(), /over/);
});
