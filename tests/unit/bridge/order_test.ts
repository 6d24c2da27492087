import assert from "node:assert/strict";
import { AckTracker } from "../../../bridge/ack_tracker.ts";
import { Slots } from "../../../bridge/slots.ts";
import { ThreadQueue } from "../../../bridge/thread_queue.ts";
import { settle } from "../../manual_clock.ts";

Deno.test("tasks of a thread run in order, those of different threads side by side", async () => {
  const queue = new ThreadQueue();
  const begun: string[] = [];
  const ends: Record<string, () => void> = {};
  const add = (key: string, name: string) =>
    queue.run(key, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends[name] = resolve);
    });
  const all = [add("a", "a1"), add("a", "a2"), add("b", "b1")];
  assert.deepEqual(begun, ["a1", "b1"]);
  ends.a1!();
  await settle();
  assert.deepEqual(begun, ["a1", "b1", "a2"]);
  assert.equal(queue.depth, 2);
  ends.a2!();
  ends.b1!();
  await Promise.all(all);
  await settle();
  assert.equal(queue.threads, 0);
  assert.equal(queue.depth, 0);
});

Deno.test("a task that fails does not stop its thread", async () => {
  const queue = new ThreadQueue();
  const failing = queue.run("a", () => Promise.reject(new Error("no")));
  const next = queue.run("a", () => Promise.resolve("yes"));
  await assert.rejects(failing, /no/);
  assert.equal(await next, "yes");
});

Deno.test("slots are never more than their number, and go to who waited longest", async () => {
  const slots = new Slots(2);
  const first = await slots.take();
  await slots.take();
  const order: number[] = [];
  const third = slots.take().then(() => order.push(3));
  const fourth = slots.take().then(() => order.push(4));
  assert.equal(slots.waiting, 2);
  first!();
  first!();
  await third;
  assert.deepEqual(order, [3]);
  assert.equal(slots.used, 2);
  (await Promise.race([fourth, Promise.resolve(null)]), assert.equal(slots.waiting, 1));
});

Deno.test("who gives up waiting leaves the queue", async () => {
  const slots = new Slots(1);
  const release = await slots.take();
  const control = new AbortController();
  const waiting = slots.take(control.signal);
  control.abort();
  assert.equal(await waiting, null);
  release!();
  assert.equal(slots.used, 0);
  assert.equal(await slots.take(control.signal), null);
});

Deno.test("an ack covers only what is done without a gap", () => {
  const acks = new AckTracker();
  for (const seq of [5, 6, 7]) acks.begin(seq);
  assert.equal(acks.finish(6), 4);
  assert.equal(acks.finish(5), 6);
  acks.begin(8);
  assert.equal(acks.finish(8), 6);
  assert.equal(acks.finish(7), 8);
  assert.equal(acks.unfinished, 0);
});
