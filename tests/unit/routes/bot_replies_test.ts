// Replies as they are created and claimed (contract §5).
import assert from "node:assert/strict";
import { refused } from "../../refused.ts";
import { as } from "../../seed.ts";
import { generating, scene } from "./bot_reply_scene.ts";

Deno.test("a reply is OK at once, or a GN placeholder that may be empty", () =>
  scene(async ({ chat, root, create }) => {
    const whole = await create({ content: "hello" });
    assert.deepEqual(whole.body, {
      ok: true,
      message_id: whole.body.message_id,
      chat_id: chat.id,
      parent_message_id: root,
      status: "OK",
      length: 5,
    });
    const placeholder = await create({ status: "GN" });
    assert.deepEqual([placeholder.body.status, placeholder.body.length], ["GN", 0]);
    assert.equal((await create({ status: "GN", content: "日" })).body.length, 3);
  }));

Deno.test("an OK reply must say something", () =>
  scene(async ({ create }) => {
    refused(await create({}), 400, "missing_content");
    refused(await create({ content: " " }), 400, "missing_content");
    refused(await create("", undefined), 400, "missing_content");
  }));

Deno.test("a parent that is itself a reply is answered in the same thread", () =>
  scene(async ({ root, create }) => {
    const first = await create({ content: "1" });
    const second = await create({ content: "2" }, first.body.message_id);
    assert.equal(second.body.parent_message_id, root);
  }));

for (
  const parent of ["999999", "0", "-1", "x", "1.5", "9007199254740993", "99999999999999999999"]
) {
  Deno.test(`404 message_not_found: parent ${parent}`, () =>
    scene(async ({ t, bot }) => {
      const reply = await t.post(`/bots/v1/threads/${parent}/replies`, { content: "x" }, as(bot));
      refused(reply, 404, "message_not_found");
    }));
}

Deno.test("404 message_not_found: an id of the log that is no message", () =>
  scene(async ({ create }) =>
    void refused(await create({ content: "x" }, 1), 404, "message_not_found")
  ));

Deno.test("401 and 405 as everywhere on the bots' surface", () =>
  scene(async ({ t, root, bot }) => {
    const path = `/bots/v1/threads/${root}/replies`;
    const reply = refused(await t.post(path, { content: "x" }), 401, "unauthorized");
    assert.equal(reply.headers.get("www-authenticate"), "Bearer");
    assert.equal((await t.get(path, as(bot))).headers.get("allow"), "POST");
    refused(await t.post(`/bots/v1/replies/${root}`, {}, as(bot)), 405, "method_not_allowed");
  }));

Deno.test("400 invalid_json and 400 invalid_field name what is wrong", () =>
  scene(async ({ create, change }) => {
    refused(await create("{"), 400, "invalid_json");
    refused(await create("[]"), 400, "invalid_json");
    assert.equal(refused(await create({ status: "X" }), 400, "invalid_field").body.field, "status");
    assert.equal(refused(await create({ content: 5 }), 400, "invalid_field").body.field, "content");
    const id = (await create({ status: "GN" })).body.message_id;
    for (const bad of [{ offset: -1 }, { offset: 1.5 }, { append: 5 }, { finish_reason: "x" }]) {
      refused(await change(id, bad), 400, "invalid_field");
    }
    refused(await change(id, { append: "a", content: "b" }), 400, "invalid_field");
    refused(await change(id, '{"append":"\\ud800"}'), 400, "invalid_field");
  }));

Deno.test("413 payload_too_large: a body past 512 KiB", () =>
  scene(async ({ create }) => {
    refused(await create({ content: "x".repeat(512 * 1024) }), 413, "payload_too_large");
  }));

Deno.test("replies show the BOT badge, and overrides of name and picture with their warnings", () =>
  scene(async (it) => {
    const { body } = await it.create({ content: "x", username: "Bo", avatar_url: "nonsense" });
    assert.equal(body.warnings.length, 1);
    const thread = await it.t.get(`/bots/v1/threads/${it.root}`, as(it.bot));
    const { badge, display_name } = thread.body.messages[0].author;
    assert.deepEqual([badge, display_name], ["BOT", "Bo"]);
  }));

Deno.test("a reply is an event for others once it is finalized, not while GN", () =>
  scene(async (it) => {
    const listener = await it.t.bot({ triggerMode: "all", username: "listener" });
    await it.t.join(it.chat, listener);
    const id = await generating(it);
    await it.change(id, { append: "@listener look" });
    assert.deepEqual(await it.t.eventsOf(listener), []);
    await it.change(id, { status: "OK" });
    assert.deepEqual(await it.t.eventsOf(listener), ["thread.reply.new mention"]);
  }));

Deno.test("the same bot and event_id again get the first reply with duplicate: true", () =>
  scene(async (it) => {
    const first = await it.create({ status: "GN", event_id: "E1" });
    await it.change(first.body.message_id, { append: "half" });
    const again = await it.create({ status: "GN", event_id: "E1" });
    assert.equal(again.body.message_id, first.body.message_id);
    assert.deepEqual([again.body.duplicate, again.body.status, again.body.length], [true, "GN", 4]);
    await it.change(first.body.message_id, { status: "OK" });
    const later = await it.create({ content: "other", event_id: "E1" });
    assert.deepEqual([later.body.message_id, later.body.status], [first.body.message_id, "OK"]);
    const other = await it.create({ status: "GN", event_id: "E2" });
    assert.notEqual(other.body.message_id, first.body.message_id);
  }));

Deno.test("twenty claims of one event at once make one reply", () =>
  scene(async (it) => {
    const claims = Array.from({ length: 20 }, () => it.create({ status: "GN", event_id: "E1" }));
    const replies = await Promise.all(claims);
    assert.equal(new Set(replies.map(({ body }) => body.message_id)).size, 1);
    assert.equal(replies.filter(({ body }) => body.duplicate).length, 19);
  }));

Deno.test("two bots that claim one event get a reply each", () =>
  scene(async (it) => {
    const other = await it.t.bot();
    await it.t.join(it.chat, other);
    const mine = await it.create({ status: "GN", event_id: "E1" });
    const path = `/bots/v1/threads/${it.root}/replies`;
    const theirs = await it.t.post(path, { status: "GN", event_id: "E1" }, as(other));
    assert.notEqual(mine.body.message_id, theirs.body.message_id);
  }));

Deno.test("Idempotency-Key: the first result as it was, 409 for another body", () =>
  scene(async (it) => {
    const key = { "idempotency-key": "k" };
    const first = await it.create({ status: "GN" }, it.root, key);
    await it.change(first.body.message_id, { append: "x" });
    const again = await it.create({ status: "GN" }, it.root, key);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get("idempotency-replayed"), "true");
    refused(await it.create({ content: "y" }, it.root, key), 409, "idempotency_conflict");
  }));
