import assert from "node:assert/strict";
import { Cursors } from "../../../store/cursors.ts";
import type { CancelEntry, EventRef } from "../../../store/entries.ts";
import { withKv } from "../../memory_kv.ts";

const withCursors = (run: (cursors: Cursors, kv: Deno.Kv) => Promise<void> | void) =>
  withKv((kv) => run(new Cursors(kv, kv), kv));

const entry = (events: readonly EventRef[]): CancelEntry => ({
  kind: "cancel",
  id: 1,
  at: 1,
  messageId: 1,
  chatId: 1,
  parentId: 1,
  events,
});

Deno.test("seqs are given out before the commit and told after it", () =>
  withCursors((cursors) => {
    const first = entry(cursors.next([[1, 0], [2, 0]]));
    cursors.admit(first);
    const second = entry(cursors.next([[1, 0]]));
    cursors.admit(second);
    assert.deepEqual([first.events, second.events], [[[1, 1, 0], [2, 1, 0]], [[1, 2, 0]]]);
    assert.deepEqual([cursors.latest(1), cursors.latest(2)], [0, 0]);
    cursors.publish(first);
    assert.deepEqual([cursors.latest(1), cursors.latest(2)], [1, 1]);
    assert.deepEqual(cursors.next([[1, 0]]), [[1, 3, 0]]);
    cursors.publish(second);
    assert.equal(cursors.latest(1), 2);
    assert.deepEqual(cursors.next([[1, 0]]), [[1, 3, 0]]);
  }));

Deno.test("a commit that fails gives its seqs back", () =>
  withCursors((cursors) => {
    cursors.publish(entry([[1, 1, 0]]));
    const undo = [1, 2].map(() => cursors.admit(entry(cursors.next([[1, 0]])))!);
    assert.deepEqual(cursors.next([[1, 0]]), [[1, 4, 0]]);
    for (const take of undo.reverse()) take();
    assert.deepEqual(cursors.next([[1, 0]]), [[1, 2, 0]]);
    assert.equal(cursors.latest(1), 1);
  }));

Deno.test("acks are saved as the largest of all processes", () =>
  withCursors(async (cursors, kv) => {
    const other = new Cursors(kv, kv);
    cursors.ack(1, 5);
    other.ack(1, 3);
    await cursors.saveAcks();
    await other.saveAcks();
    const again = new Cursors(kv, kv);
    await again.load();
    assert.equal(again.acked(1), 5);
    assert.equal(again.acked(2), null);
    await other.refreshAck(1);
    assert.equal(other.acked(1), 5);
  }));

Deno.test("acks that could not be saved are saved later, for however many bots", () =>
  withCursors(async (cursors, kv) => {
    for (let bot = 1; bot <= 1200; bot++) cursors.ack(bot, bot);
    const original = Deno.AtomicOperation.prototype.commit;
    Deno.AtomicOperation.prototype.commit = () => Promise.reject(new Error("disk full"));
    await assert.rejects(cursors.saveAcks(), /disk full/);
    Deno.AtomicOperation.prototype.commit = original;
    await cursors.saveAcks();
    const again = new Cursors(kv, kv);
    await again.load();
    assert.deepEqual([again.acked(1), again.acked(1200)], [1, 1200]);
  }));
