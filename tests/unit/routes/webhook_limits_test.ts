// The limits of a webhook, its headers and their promises (contract §2; specification §8).
import assert from "node:assert/strict";
import { refused } from "../../refused.ts";
import { scene } from "./webhook_scene.ts";

Deno.test("429 rate_limit_exceeded: per minute, and Retry-After is a promise", () =>
  scene({ ratePerMinute: 3 }, async ({ t, send }) => {
    for (const remaining of ["2", "1", "0"]) {
      t.clock.advance(1700);
      const { status, headers } = await send({ content: "x" });
      assert.deepEqual([status, headers.get("x-ratelimit-remaining")], [200, remaining]);
      assert.equal(headers.get("x-ratelimit-limit"), "3");
      assert.equal(headers.get("x-ratelimit-scope"), "minute");
    }
    const { headers, body } = refused(await send({ content: "x" }), 429, "rate_limit_exceeded");
    assert.match(body.message, /per-minute limit of 3 messages/);
    assert.equal(headers.get("x-ratelimit-scope"), "minute");
    assert.equal(headers.get("x-ratelimit-remaining"), "0");
    const wait = Number(headers.get("retry-after"));
    assert.ok(Number.isInteger(wait) && wait >= 1 && wait <= 61);
    const reset = Number(headers.get("x-ratelimit-reset"));
    assert.ok(Math.abs(reset * 1000 - t.clock.now - wait * 1000) < 2000);
    t.clock.advance(wait * 1000);
    assert.equal((await send({ content: "x" })).status, 200);
  }));

Deno.test("429 rate_limit_exceeded: per hour", () =>
  scene({ ratePerMinute: 0, ratePerHour: 5 }, async ({ t, send }) => {
    for (let i = 0; i < 5; i++) {
      t.clock.advance(120_000);
      assert.equal((await send({ content: "x" })).status, 200);
    }
    const { headers, body } = refused(await send({ content: "x" }), 429, "rate_limit_exceeded");
    assert.match(body.message, /per-hour limit of 5 messages/);
    assert.equal(headers.get("x-ratelimit-scope"), "hour");
    t.clock.advance(Number(headers.get("retry-after")) * 1000);
    assert.equal((await send({ content: "x" })).status, 200);
  }));

Deno.test("the headers tell of the tighter window", () =>
  scene({ ratePerMinute: 60, ratePerHour: 2 }, async ({ send }) => {
    const { headers } = await send({ content: "x" });
    assert.equal(headers.get("x-ratelimit-scope"), "hour");
    assert.equal(headers.get("x-ratelimit-remaining"), "1");
  }));

Deno.test("defaults: 60 a minute, 1000 an hour; the 61st within a minute is refused", () =>
  scene({}, async ({ hook, send }) => {
    assert.deepEqual([hook.ratePerMinute, hook.ratePerHour], [60, 1000]);
    for (let i = 0; i < 60; i++) assert.equal((await send({ content: "x" })).status, 200);
    refused(await send({ content: "x" }), 429, "rate_limit_exceeded");
  }));

Deno.test("0 disables a cap, and without caps no rate headers are told", () =>
  scene({ ratePerMinute: 0, ratePerHour: 0 }, async ({ send }) => {
    const replies = await Promise.all(Array.from({ length: 150 }, () => send({ content: "x" })));
    assert.ok(replies.every(({ status }) => status === 200));
    assert.equal(replies[0]!.headers.get("x-ratelimit-limit"), null);
  }));

Deno.test("only accepted posts count", () =>
  scene({ ratePerMinute: 2 }, async ({ send }) => {
    for (const bad of ["{", { content: "" }, { content: "x".repeat(4001) }]) await send(bad);
    assert.equal((await send({ content: "x" })).headers.get("x-ratelimit-remaining"), "1");
    assert.equal((await send({ content: "x" })).status, 200);
    for (let i = 0; i < 5; i++) refused(await send({ content: "x" }), 429, "rate_limit_exceeded");
  }));

Deno.test("120 concurrent posts against a limit of 25 accept exactly 25", () =>
  scene({ ratePerMinute: 25 }, async ({ t, hook, send }) => {
    const replies = await Promise.all(Array.from({ length: 120 }, () => send({ content: "x" })));
    const accepted = replies.filter(({ status }) => status === 200);
    assert.equal(accepted.length, 25);
    assert.equal(replies.filter(({ status }) => status === 429).length, 95);
    assert.equal(new Set(accepted.map(({ body }) => body.message_id)).size, 25);
    assert.equal((await t.store.timelines.before(hook.chatId, 1e9, 200)).length, 25);
  }));

Deno.test("a changed limit holds from the next post on", () =>
  scene({ ratePerMinute: 5 }, async ({ t, hook, send }) => {
    for (let i = 0; i < 5; i++) assert.equal((await send({ content: "x" })).status, 200);
    const { token: _, path: __, ...record } = hook;
    await t.change({ table: "webhook", record: { ...record, ratePerMinute: 6 } });
    assert.equal((await send({ content: "x" })).status, 200);
    refused(await send({ content: "x" }), 429, "rate_limit_exceeded");
  }));
