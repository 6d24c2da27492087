import assert from "node:assert/strict";
import { Deliveries } from "../../../store/deliveries.ts";
import { withKv } from "../../memory_kv.ts";

const delivery = (at: number) => ({
  at,
  address: "192.0.2.1",
  status: 200,
  error: null,
  messageId: at,
});

const timesOf = async (deliveries: Deliveries, owner: string) =>
  (await deliveries.list(owner)).map(({ at }) => at);

Deno.test("the last hundred of each owner are kept, the newest first", () =>
  withKv(async (kv) => {
    const deliveries = new Deliveries(kv, kv);
    for (let at = 1; at <= 150; at++) {
      deliveries.record("a", delivery(at));
      if (at % 40 === 0) await deliveries.save();
    }
    for (let owner = 0; owner < 50; owner++) deliveries.record(`b${owner}`, delivery(owner));
    const newest = Array.from({ length: 100 }, (_, i) => 150 - i);
    assert.deepEqual(await timesOf(deliveries, "a"), newest, "also those that are not saved yet");
    await deliveries.save();
    const again = new Deliveries(kv, kv);
    assert.deepEqual(await timesOf(again, "a"), newest);
    assert.deepEqual(await timesOf(again, "b49"), [49]);
  }));

Deno.test("two processes that save at once keep each other's", () =>
  withKv(async (kv) => {
    const [one, other] = [new Deliveries(kv, kv), new Deliveries(kv, kv)];
    for (let at = 1; at <= 20; at++) {
      (at % 2 === 0 ? one : other).record("a", delivery(at));
      await Promise.all([one.save(), other.save()]);
      one.record("a", delivery(at + 100));
      other.record("a", delivery(at + 200));
      await Promise.all([one.save(), other.save()]);
    }
    assert.equal((await timesOf(new Deliveries(kv, kv), "a")).length, 60);
  }));

Deno.test("what the store did not take is saved the next time", () =>
  withKv(async (kv) => {
    const deliveries = new Deliveries(kv, kv);
    for (let owner = 0; owner < 30; owner++) deliveries.record(`a${owner}`, delivery(1));
    const original = Deno.AtomicOperation.prototype.commit;
    Deno.AtomicOperation.prototype.commit = () => Promise.reject(new Error("disk full"));
    try {
      await assert.rejects(deliveries.save(), /disk full/);
    } finally {
      Deno.AtomicOperation.prototype.commit = original;
    }
    deliveries.record("a0", delivery(2));
    await deliveries.save();
    const again = new Deliveries(kv, kv);
    assert.deepEqual(await timesOf(again, "a0"), [2, 1]);
    assert.deepEqual(await timesOf(again, "a29"), [1]);
  }));
