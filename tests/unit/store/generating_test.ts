// Replies under generation in processes that share a store: each change is written through, and read by the others.
import assert from "node:assert/strict";
import type { MessageEntry } from "../../../store/entries.ts";
import {
  Generating,
  type GeneratingDelta,
  type GeneratingReply,
} from "../../../store/generating.ts";
import { withKv } from "../../memory_kv.ts";

const ID = 5;
const THREAD = 1;
const entry = {
  kind: "message",
  id: ID,
  at: 0,
  chatId: 1,
  parentId: THREAD,
  status: "GN",
  author: { kind: "bot", id: "B", username: "b", displayName: "B", avatarUrl: null },
  content: "",
} as unknown as MessageEntry;

const appending = (text: string) => (reply: GeneratingReply): GeneratingReply => ({
  ...reply,
  text: reply.text + text,
  length: reply.length + text.length,
});

interface Scene {
  kv: Deno.Kv;
  one: Generating;
  other: Generating;
  /** What a viewer at the other process has been told. */
  deltas: GeneratingDelta[];
}

const scene = (run: (scene: Scene) => Promise<void>) =>
  withKv(async (kv) => {
    const [one, other] = [new Generating(kv, kv, true), new Generating(kv, kv, true)];
    const deltas: GeneratingDelta[] = [];
    other.onDelta((delta) => deltas.push(delta));
    const { key, value } = one.firstRow(entry);
    await kv.set(key, value);
    for (const process of [one, other]) process.publish(entry);
    await run({ kv, one, other, deltas });
  });

Deno.test("changes at both processes at once are all in the text, each once", () =>
  scene(async ({ one, other }) => {
    const words = Array.from({ length: 30 }, (_, i) => `<${i}>`);
    await Promise.all(
      words.map((word, i) => (i % 2 === 0 ? one : other).change(ID, appending(word))),
    );
    const { text, length } = (await one.fresh(ID))!;
    assert.deepEqual(text.match(/<\d+>/g)!.sort(), words.toSorted());
    assert.deepEqual([length, text.length], [words.join("").length, words.join("").length]);
    assert.equal((await other.fresh(ID))!.text, text);
  }));

Deno.test("who follows a thread is told what the other process wrote, without gap or overlap", () =>
  scene(async ({ one, other, deltas }) => {
    await one.change(ID, appending("One, "));
    await other.follow(new Set([THREAD + 1]));
    assert.deepEqual(deltas, [], "nobody looks at this thread");
    await other.follow(new Set([THREAD]));
    await other.change(ID, appending("two, "));
    await one.change(ID, appending("three"));
    await one.change(ID, appending("."));
    await other.follow(new Set([THREAD]));
    await other.follow(new Set([THREAD]));
    assert.deepEqual(deltas.map(({ offset, delta }) => [offset, delta]), [
      [0, "One, "],
      [5, "two, "],
      [10, "three."],
    ]);
  }));

Deno.test("a text that was replaced is told from its beginning", () =>
  scene(async ({ one, other, deltas }) => {
    await one.change(ID, appending("Wrong"));
    await other.follow(new Set([THREAD]));
    await one.change(ID, (reply) => ({ ...reply, text: "Right", length: 5 }));
    await other.follow(new Set([THREAD]));
    assert.deepEqual(deltas.map(({ offset, delta }) => [offset, delta]), [
      [0, "Wrong"],
      [0, "Right"],
    ]);
  }));

Deno.test("a reply that one process is finalizing takes no change at the other", () =>
  scene(async ({ kv, one, other }) => {
    await one.change(ID, (reply) => ({ ...appending("End")(reply), closing: true }));
    const seen: boolean[] = [];
    await other.change(ID, (reply) => {
      seen.push(reply.closing);
      return reply;
    });
    assert.deepEqual(seen, [true]);
    // The commit that finalizes it takes its row away.
    await kv.delete(one.rowKey(ID));
    assert.equal(await other.change(ID, appending("late")), null);
    assert.equal(await other.fresh(ID), null);
    assert.equal((await kv.get(one.rowKey(ID))).value, null, "the late change left no row");
  }));

Deno.test("a process that starts finds the text as it is, open for changes", () =>
  scene(async ({ kv, one }) => {
    await one.change(ID, (reply) => ({ ...appending("Half")(reply), closing: true }));
    const started = new Generating(kv, kv, true);
    await started.load();
    const { text, length, closing } = started.get(ID)!;
    assert.deepEqual([text, length, closing], ["Half", 4, false]);
  }));
