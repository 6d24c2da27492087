// Replies as they grow and are finalized (contract §5).
import assert from "node:assert/strict";
import { refused } from "../../refused.ts";
import { as } from "../../seed.ts";
import { generating, scene } from "./bot_reply_scene.ts";

Deno.test("append adds, content replaces all, an empty body only renews the lease", () =>
  scene(async (it) => {
    const id = await generating(it);
    assert.deepEqual((await it.change(id, { append: "Hel" })).body, {
      ok: true,
      message_id: id,
      status: "GN",
      length: 3,
    });
    assert.equal((await it.change(id, { append: "lo 日" })).body.length, 9);
    assert.equal(await it.contentOf(id), "Hello 日");
    assert.equal((await it.change(id)).body.length, 9);
    assert.equal((await it.change(id, {})).body.length, 9);
    assert.equal((await it.change(id, { content: "new" })).body.length, 3);
    assert.equal(await it.contentOf(id), "new");
  }));

Deno.test("an append at the wrong offset is 409 offset_mismatch with the true length", () =>
  scene(async (it) => {
    const id = await generating(it);
    await it.change(id, { append: "日本", offset: 0 });
    for (const [append, offset] of [["x", 0], ["x", 5], ["x", 7], ["本", 2], ["日", 3]]) {
      const reply = refused(await it.change(id, { append, offset }), 409, "offset_mismatch");
      assert.equal(reply.body.length, 6);
    }
    assert.equal(await it.contentOf(id), "日本");
  }));

Deno.test("the last append again is a 200 that changes nothing", () =>
  scene(async (it) => {
    const id = await generating(it);
    await it.change(id, { append: "one ", offset: 0 });
    await it.change(id, { append: "two", offset: 4 });
    const again = await it.change(id, { append: "two", offset: 4 });
    assert.deepEqual([again.status, again.body.length], [200, 7]);
    assert.equal(await it.contentOf(id), "one two");
    refused(await it.change(id, { append: "one ", offset: 0 }), 409, "offset_mismatch");
  }));

Deno.test("status OK finalizes, alone or with text", () =>
  scene(async (it) => {
    const ends: [object, string][] = [
      [{}, "text"],
      [{ append: " more" }, "text more"],
      [{ append: "text", offset: 0 }, "text"],
      [{ content: "other" }, "other"],
    ];
    for (const [end, content] of ends) {
      const id = await generating(it);
      await it.change(id, { append: "text" });
      const { body } = await it.change(id, { ...end, status: "OK", finish_reason: "stop" });
      assert.deepEqual([body.status, body.length], ["OK", content.length]);
      const entry = (await it.t.store.messages.get(id))!;
      assert.deepEqual([entry.status, entry.content, entry.finishReason], ["OK", content, "stop"]);
    }
  }));

Deno.test("a finalized reply refuses changes with 409 reply_finalized, and is never GN again", () =>
  scene(async (it) => {
    const id = await generating(it);
    await it.change(id, { content: "end", status: "OK" });
    const direct = (await it.create({ content: "end" })).body.message_id;
    for (const reply of [id, direct]) {
      const changes = [{}, { append: "x" }, { content: "x" }, { status: "GN" }, { status: "OK" }];
      for (const change of [...changes, { content: "x", status: "OK" }]) {
        refused(await it.change(reply, change), 409, "reply_finalized");
      }
      assert.equal(await it.contentOf(reply), "end");
    }
  }));

Deno.test("403 not_author: only the reply's own bot may change it", () =>
  scene(async (it) => {
    const id = await generating(it);
    const other = await it.t.bot();
    await it.t.join(it.chat, other);
    const path = `/bots/v1/replies/${id}`;
    refused(await it.t.patch(path, { append: "x" }, as(other)), 403, "not_author");
    refused(await it.change(it.root, { append: "x" }), 404, "message_not_found");
    refused(await it.change(999_999, {}), 404, "message_not_found");
  }));

Deno.test("403 not_in_chat: membership is checked on each call", () =>
  scene(async (it) => {
    const id = await generating(it);
    await it.t.leave(it.chat, it.bot);
    refused(await it.create({ content: "x" }), 403, "not_in_chat");
    refused(await it.change(id, { append: "x" }), 403, "not_in_chat");
    refused(await it.change(id, { status: "OK" }), 403, "not_in_chat");
    const { status } = await it.t.get(`/bots/v1/threads/${it.root}`, as(it.bot));
    assert.equal(status, 403);
    await it.t.join(it.chat, it.bot);
    assert.equal((await it.change(id, { append: "x" })).status, 200);
  }));

Deno.test("400 content_too_long: past 60,000 UTF-8 bytes, and nothing already there is lost", () =>
  scene(async (it) => {
    const id = await generating(it);
    await it.change(id, { append: "日".repeat(19_999) });
    const long = refused(await it.change(id, { append: "1234" }), 400, "content_too_long");
    assert.match(long.body.message, /60001 bytes.*60000 bytes/);
    assert.equal((await it.change(id, { append: "123" })).body.length, 60_000);
    refused(await it.change(id, { content: "x".repeat(60_001) }), 400, "content_too_long");
    refused(await it.create({ content: "x".repeat(60_001) }), 400, "content_too_long");
    assert.equal((await it.change(id, { status: "OK" })).body.length, 60_000);
    assert.equal((await it.contentOf(id)).length, 20_002);
  }));

const LONGEST: [name: string, content: string][] = [
  ["letters", "a".repeat(60_000)],
  ["quotes", '"'.repeat(60_000)],
  ["control characters", "\u0001".repeat(60_000)],
  ["line breaks", "a\n".repeat(30_000)],
  ["accents", "é".repeat(30_000)],
  ["CJK", "日".repeat(20_000)],
  ["emoji", "😀".repeat(15_000)],
  ["mentions", Array.from({ length: 8000 }, (_, i) => `@u${i}`).join(" ").slice(0, 60_000)],
];
for (const [name, content] of LONGEST) {
  Deno.test(`a reply of 60,000 bytes of ${name} is stored, streamed or whole`, () =>
    scene(async (it) => {
      const identity = {
        username: "日".repeat(80),
        avatar_url: `https://a.test/${"x".repeat(2030)}`,
      };
      const whole = await it.create({ content, ...identity, event_id: "e".repeat(64) }, it.root, {
        "idempotency-key": "k".repeat(255),
      });
      assert.equal(whole.status, 200);
      const id = (await it.create({ status: "GN", ...identity })).body.message_id;
      const half = content.length / 2;
      await it.change(id, { append: content.slice(0, half) });
      const end = await it.change(id, { append: content.slice(half), status: "OK" });
      assert.equal(end.status, 200);
      await it.t.store.settle();
      assert.equal(await it.contentOf(id), content);
      assert.equal(await it.contentOf(whole.body.message_id), content);
    }));
}
