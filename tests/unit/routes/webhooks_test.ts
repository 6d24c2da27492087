// What is posted through a webhook: bodies, content, identity, answers (contract §2; specification §4.1, §7, §8).
import assert from "node:assert/strict";
import { refused } from "../../refused.ts";
import { seed } from "../../seed.ts";
import { scene } from "./webhook_scene.ts";

const OVER_64_KIB = JSON.stringify({ content: "hi", pad: "x".repeat(65_536) });

Deno.test("success: 200 with ok, message_id and chat_id, and the message is in the chat", () =>
  scene({}, async ({ t, hook, send }) => {
    const { status, body } = await send({ content: "disk full" });
    assert.equal(status, 200);
    const [entry] = await t.store.messages.getMany([body.message_id]);
    assert.deepEqual(body, { ok: true, message_id: entry!.id, chat_id: hook.chatId });
    assert.equal(entry!.content, "disk full");
    assert.deepEqual(entry!.author, {
      kind: "webhook",
      id: hook.id,
      username: null,
      displayName: "Alerts",
      avatarUrl: null,
    });
  }));

const NOT_JSON: [name: string, body: BodyInit][] = [
  ["nothing", ""],
  ["broken", "{"],
  ["text", "hello"],
  ["an array", "[1]"],
  ["a string", '"x"'],
  ["a number", "7"],
  ["null", "null"],
  ["two objects", '{"content":"a"}{"content":"b"}'],
  ["not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
  ["with half a surrogate pair", '{"content":"\\ud800"}'],
];
for (const [name, body] of NOT_JSON) {
  Deno.test(`400 invalid_json: a body that is ${name}`, () =>
    scene({}, async ({ send }) => void refused(await send(body), 400, "invalid_json")));
}

for (const content of [undefined, "", "  \n ", null, 7, ["a"], { a: 1 }, false]) {
  Deno.test(`400 missing_content: content is ${JSON.stringify(content)}`, () =>
    scene({}, async ({ send }) => void refused(await send({ content }), 400, "missing_content")));
}

Deno.test("400 content_too_long: 4001 characters, counted as code points, with limit and actual", () =>
  scene({}, async ({ send }) => {
    assert.equal((await send({ content: "😀".repeat(4000) })).status, 200);
    const { body } = refused(await send({ content: "😀".repeat(4001) }), 400, "content_too_long");
    assert.match(body.message, /4001 characters.*4000 characters/);
  }));

Deno.test("400 content_too_long: a body past 64 KiB, whether its length is declared or not", () =>
  scene({}, async ({ t, hook, send }) => {
    refused(await send(OVER_64_KIB), 400, "content_too_long");
    const declared = { "content-length": String(OVER_64_KIB.length) };
    const { body } = refused(await send(OVER_64_KIB, declared), 400, "content_too_long");
    assert.match(body.message, /65\d{3} bytes.*65536 bytes/);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 16_384;
        controller.enqueue(new Uint8Array(16_384).fill(0x20));
      },
    });
    const request = new Request(`http://parley.test${hook.path}`, {
      method: "POST",
      body: endless,
    });
    assert.equal((await t.app.handle(request, "127.0.0.1")).status, 400);
    assert.ok(sent < 200_000, "it is capped while it is read");
  }));

Deno.test("every legal post fits in 64 KiB", () =>
  scene({}, async ({ send }) => {
    const escaped = "\\ud83d\\ude00".repeat(4000);
    const body = `{"content":"${escaped}","username":"${"\\u65e5".repeat(80)}"}`;
    assert.ok(body.length < 65_536);
    assert.equal((await send(body)).status, 200);
  }));

Deno.test("username and avatar_url override the defaults of the webhook for one message", () =>
  scene(
    { defaultUsername: "CI", defaultAvatarUrl: "https://a.test/d.png" },
    async ({ t, send }) => {
      const authorOf = async (body: object) => {
        const { body: { message_id } } = await send({ content: "x", ...body });
        const { displayName, avatarUrl } = (await t.store.messages.get(message_id))!.author;
        return [displayName, avatarUrl];
      };
      assert.deepEqual(await authorOf({}), ["CI", "https://a.test/d.png"]);
      assert.deepEqual(await authorOf({ username: " Bo " }), ["Bo", "https://a.test/d.png"]);
      const avatar_url = "https://a.test/x.png";
      assert.deepEqual(await authorOf({ avatar_url }), ["CI", avatar_url]);
      assert.deepEqual(await authorOf({}), ["CI", "https://a.test/d.png"]);
    },
  ));

Deno.test("a name or picture that cannot be used is left aside with a warning, not refused", () =>
  scene({}, async ({ send }) => {
    const long = "x".repeat(81);
    const { status, body } = await send({ content: "x", username: long, avatar_url: "no" });
    assert.equal(status, 200);
    assert.equal(body.warnings.length, 2);
    assert.equal((await send({ content: "x", username: "ok" })).body.warnings, undefined);
  }));

Deno.test("an Authorization header is ignored", () =>
  scene({}, async ({ t, send }) => {
    const bot = await t.bot();
    for (const Authorization of ["Bearer nonsense", `Bearer ${bot.token}`, "Basic eDp5"]) {
      assert.equal((await send({ content: "x" }, { Authorization })).status, 200);
    }
  }));

Deno.test("unknown fields are ignored, of duplicate keys the last wins, __proto__ is a key like any", () =>
  scene({}, async ({ t, send }) => {
    const contentOf = async (body: string) =>
      (await t.store.messages.get((await send(body)).body.message_id))!.content;
    assert.equal(await contentOf('{"content":"a","embeds":[1],"tts":true}'), "a");
    assert.equal(await contentOf('{"content":"a","content":"b"}'), "b");
    assert.equal(await contentOf('{"__proto__":{"content":"z"},"content":"a"}'), "a");
    refused(await send('{"__proto__":{"content":"z"}}'), 400, "missing_content");
  }));

Deno.test("the Content-Type is not policed", () =>
  scene({}, async ({ send }) => {
    for (const type of ["application/x-www-form-urlencoded", "text/plain", "nonsense"]) {
      assert.equal((await send({ content: "x" }, { "content-type": type })).status, 200);
    }
  }));

Deno.test("every answer carries a request id, no-store and nosniff; a valid id is echoed", () =>
  scene({}, async ({ t, hook, send }) => {
    const replies = [await send({ content: "x" }), await send("{"), await t.get(hook.path)];
    replies.push(await t.post("/nowhere"));
    for (const { headers } of replies) {
      assert.match(headers.get("x-request-id")!, /^[\w.:-]{4,128}$/);
      assert.equal(headers.get("cache-control"), "no-store");
      assert.equal(headers.get("x-content-type-options"), "nosniff");
      assert.equal(headers.get("content-type"), "application/json");
    }
    const ids = new Set(replies.map(({ headers }) => headers.get("x-request-id")));
    assert.equal(ids.size, replies.length);
    const echoed = async (id: string) =>
      (await send({ content: "x" }, { "x-request-id": id })).headers.get("x-request-id");
    assert.equal(await echoed("ci-42:a.b_C"), "ci-42:a.b_C");
    for (const bad of ["with space", "x".repeat(129), "<script>"]) {
      assert.notEqual(await echoed(bad), bad);
    }
  }));

Deno.test("500 send_failed: past the writers' queue, at once, and nothing was posted", async () => {
  const t = await seed({ maxQueue: 10 });
  const hook = await t.webhook(await t.chat("ops"));
  const sends = Array.from({ length: 40 }, () => t.post(hook.path, { content: "x" }));
  const replies = await Promise.all(sends);
  const failed = replies.filter(({ status }) => status !== 200);
  assert.ok(failed.length > 0 && failed.length < 40);
  for (const reply of failed) {
    refused(reply, 500, "send_failed");
    assert.match(reply.body.message, /10 writes are waiting.*exponential backoff/);
  }
  const listed = await t.store.timelines.before(hook.chatId, 1e9, 100);
  assert.equal(listed.length, 40 - failed.length);
  await t.close();
});

Deno.test("500 send_failed: the store fails; the cause is reported and not shown", async () => {
  const t = await seed();
  const hook = await t.webhook(await t.chat("ops"));
  t.store.write = () => Promise.reject(new Error("disk I/O error at /var/lib/secret"));
  const reply = refused(await t.post(hook.path, { content: "x" }), 500, "send_failed");
  assert.match(reply.body.message, /retry with exponential backoff/);
  assert.ok(!JSON.stringify(reply.body).includes("disk"));
  assert.match(String(t.reported[0]), /disk I\/O error/);
  await t.close();
});

Deno.test("deliveries tell time, address, status and error of each call, and no content", () =>
  scene({}, async ({ t, hook, send }) => {
    await send({ content: "secret-content" });
    await send({ content: "" });
    const deliveries = await t.store.deliveries.list(hook.id);
    assert.deepEqual(deliveries.map(({ status, error }) => [status, error]).sort(), [
      [200, null],
      [400, "missing_content"],
    ]);
    assert.ok(deliveries.every(({ address, at }) => address === "127.0.0.1" && at === t.clock.now));
    assert.ok(!JSON.stringify(deliveries).includes("secret-content"));
  }));
