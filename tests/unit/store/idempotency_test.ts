import assert from "node:assert/strict";
import type { MessageEntry } from "../../../store/entries.ts";
import { Idempotency } from "../../../store/idempotency.ts";
import { withKv } from "../../memory_kv.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;

interface Scene {
  records: Idempotency;
  clock: { now: number };
  /** Takes in a message under a key that holds for a day. */
  post(id: number, key: string): () => void;
  lay(): Promise<void>;
}

const scene = (run: (scene: Scene) => Promise<void>) =>
  withKv(async (kv) => {
    const clock = { now: 0 };
    const records = new Idempotency(kv, () => clock.now);
    await run({
      records,
      clock,
      post: (id, key) =>
        records.admit({
          id,
          idempotency: [{ key, body: "b", expiresAt: clock.now + DAY }],
        } as MessageEntry)!,
      async lay() {
        records.stage();
        // Without the life that the store would give it: reads may return rows whose life is over.
        for (const { key, value } of records.lay()) await kv.set(key, value);
        records.settle(true);
      },
    });
  });

Deno.test("a record holds for its time, in memory and in the store, and not a moment longer", () =>
  scene(async ({ records, clock, post, lay }) => {
    post(7, "laid");
    await lay();
    clock.now = MINUTE;
    post(8, "waiting");
    clock.now = DAY - 1;
    assert.equal((await records.find("laid"))?.messageId, 7);
    assert.equal((await records.find("waiting"))?.messageId, 8);
    clock.now = DAY;
    assert.equal(records.recent("laid"), null);
    assert.equal(await records.find("laid"), null, "its row is still in the store");
    assert.equal((await records.find("waiting"))?.messageId, 8);
    clock.now = DAY + MINUTE;
    assert.equal(await records.find("waiting"), null);
  }));

Deno.test("the store is asked to keep a row as long as the record holds", () =>
  scene(async ({ records, clock, post }) => {
    post(7, "key");
    clock.now = DAY - 5;
    records.stage();
    assert.deepEqual((await records.lay()).map(({ expireIn }) => expireIn), [5]);
    clock.now = DAY + 5;
    assert.deepEqual((await records.lay()).map(({ expireIn }) => expireIn), [1]);
  }));

Deno.test("memory lets go of what is laid down, after longer than any write waits in the queue", () =>
  scene(async ({ records, clock, post, lay }) => {
    clock.now = DAY;
    post(7, "old");
    await lay();
    for (const minutes of [2, 4]) {
      assert.equal(records.recent("old")?.messageId, 7);
      clock.now = DAY + minutes * MINUTE;
      post(7 + minutes, `later ${minutes}`);
    }
    assert.equal(records.recent("old"), null);
    assert.equal((await records.find("old"))?.messageId, 7);
  }));

Deno.test("a commit that failed leaves no record", () =>
  scene(async ({ records, post, lay }) => {
    post(7, "key")();
    await lay();
    assert.equal(await records.find("key"), null);
  }));
