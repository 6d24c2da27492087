import assert from "node:assert/strict";
import { Attempts } from "../../../store/attempts.ts";
import { withKv } from "../../memory_kv.ts";

const MINUTE = 60_000;

/** Two processes: neither knows what the other has counted but from the store. */
const withStore = (run: (one: Attempts, other: Attempts, kv: Deno.Kv) => Promise<void>) =>
  withKv((kv) => run(new Attempts(kv, kv, MINUTE), new Attempts(kv, kv, MINUTE), kv));

Deno.test("of attempts at once in two processes, exactly as many as the limit are let through", () =>
  withStore(async (one, other) => {
    const limits = [{ key: "a", limit: 7 }];
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? one : other).take(limits, 1000)),
    );
    assert.equal(waits.filter((wait) => wait === 0).length, 7);
    // A sixtieth of the window counts until all of it has left the window.
    assert.deepEqual(new Set(waits), new Set([0, MINUTE + 1000]));
  }));

Deno.test("attempts count until they leave the window, one by one", () =>
  withStore(async (one, other) => {
    const take = (process: Attempts, at: number) => process.take([{ key: "a", limit: 2 }], at);
    assert.equal(await take(one, 0), 0);
    assert.equal(await take(one, 30_000), 0);
    assert.equal(await take(other, 40_000), 21_000);
    assert.equal(await take(other, 61_000), 0);
    assert.equal(await take(one, 61_000), 30_000);
  }));

Deno.test("an attempt that is refused under one key counts under none", () =>
  withStore(async (one) => {
    const limits = [{ key: "name", limit: 1 }, { key: "address", limit: 3 }];
    assert.equal(await one.take(limits, 0), 0);
    for (let i = 0; i < 5; i++) assert.ok(await one.take(limits, 0) > 0);
    for (const key of ["b", "c"]) {
      assert.equal(await one.take([{ key, limit: 1 }, limits[1]!], 0), 0);
    }
    assert.ok(await one.take([{ key: "d", limit: 1 }, limits[1]!], 0) > 0);
  }));

Deno.test("what is given back does not count, and a refused attempt writes nothing", () =>
  withStore(async (one, other, kv) => {
    const limits = [{ key: "a", limit: 1 }];
    for (let i = 0; i < 5; i++) {
      assert.equal(await one.take(limits, i), 0);
      await other.giveBack(["a"], i);
    }
    assert.equal(await one.take(limits, 9), 0);
    const [before] = await Array.fromAsync(kv.list({ prefix: [] }));
    assert.ok(await other.take(limits, 10) > 0);
    assert.deepEqual(await Array.fromAsync(kv.list({ prefix: [] })), [before]);
  }));
