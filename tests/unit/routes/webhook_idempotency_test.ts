// The same post again under one key (contract §1).
import assert from "node:assert/strict";
import { refused } from "../../refused.ts";
import { scene } from "./webhook_scene.ts";

Deno.test("Idempotency-Key: the same request again gets the first result, not counted again", () =>
  scene({ ratePerMinute: 2 }, async ({ t, hook, send }) => {
    const key = { "idempotency-key": "deploy-42" };
    const first = await send({ content: "x" }, key);
    assert.equal(first.headers.get("idempotency-replayed"), null);
    for (let i = 0; i < 5; i++) {
      const again = await send({ content: "x" }, key);
      assert.deepEqual(again.body, first.body);
      assert.equal(again.headers.get("idempotency-replayed"), "true");
    }
    assert.equal((await send({ content: "y" })).status, 200);
    assert.equal((await send({ content: "x" }, key)).status, 200, "also when the limit is reached");
    assert.equal((await t.store.timelines.before(hook.chatId, 1e9, 100)).length, 2);
  }));

Deno.test("Idempotency-Key: another body under the same key is 409 idempotency_conflict", () =>
  scene({}, async ({ send }) => {
    const key = { "idempotency-key": "k" };
    await send({ content: "x" }, key);
    refused(await send({ content: "y" }, key), 409, "idempotency_conflict");
  }));

Deno.test("Idempotency-Key: twenty at once post one message", () =>
  scene({}, async ({ t, hook, send }) => {
    const key = { "idempotency-key": "k" };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => send({ content: "x" }, key)),
    );
    assert.equal(new Set(replies.map(({ body }) => body.message_id)).size, 1);
    const replayed = replies.filter(({ headers }) =>
      headers.get("idempotency-replayed") === "true"
    );
    assert.equal(replayed.length, 19);
    assert.equal((await t.store.timelines.before(hook.chatId, 1e9, 100)).length, 1);
  }));

Deno.test("Idempotency-Key: holds 24 h, per webhook", () =>
  scene({}, async ({ t, hook, send }) => {
    const key = { "idempotency-key": "k" };
    const first = await send({ content: "x" }, key);
    const other = await t.webhook(t.store.directory.chat(hook.chatId)!);
    const elsewhere = await t.post(other.path, { content: "x" }, key);
    assert.notEqual(elsewhere.body.message_id, first.body.message_id);
    t.clock.advance(24 * 3_600_000 - 1000);
    assert.equal((await send({ content: "x" }, key)).body.message_id, first.body.message_id);
    t.clock.advance(2000);
    assert.notEqual((await send({ content: "x" }, key)).body.message_id, first.body.message_id);
  }));

Deno.test("Idempotency-Key: 1 to 255 printable ASCII characters", () =>
  scene({}, async ({ send }) => {
    assert.equal(
      (await send({ content: "x" }, { "idempotency-key": "~".repeat(255) })).status,
      200,
    );
    for (
      const [key, wrong] of [
        ["", /has 0 characters/],
        ["x".repeat(256), /has 256 characters/],
        ["caf\u00e9", /not printable ASCII/],
      ] as [string, RegExp][]
    ) {
      const reply = await send({ content: "x" }, { "idempotency-key": key });
      refused(reply, 400, "invalid_field");
      assert.match(reply.body.message, wrong);
    }
  }));
