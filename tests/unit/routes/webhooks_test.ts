// Contract §2 and the specification's §4.1, §5, §7 and §8, row by row.
import assert from "node:assert/strict";
import { type Reply, type Seed, seed, type SeededWebhook } from "../../seed.ts";

interface Scene {
  t: Seed;
  hook: SeededWebhook;
  send(body: unknown, headers?: HeadersInit, peer?: string): Promise<Reply>;
}

async function scene(fields: Partial<SeededWebhook>, run: (scene: Scene) => Promise<void>) {
  const t = await seed({ settings: { trustedProxies: ["10.0.0.1"] } });
  const hook = await t.webhook(await t.chat("ops"), fields);
  const send: Scene["send"] = (body, headers = {}, peer = "127.0.0.1") =>
    t.request("POST", hook.path, body, headers, peer);
  try {
    await run({ t, hook, send });
  } finally {
    await t.close();
  }
}

function refused(reply: Reply, status: number, error: string): Reply {
  assert.deepEqual([reply.status, reply.body.ok, reply.body.error], [status, false, error]);
  assert.equal(typeof reply.body.message, "string");
  assert.ok(reply.body.message.length > 10);
  return reply;
}

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

Deno.test("401 unauthorized: a wrong token and an unknown id are the same answer", () =>
  scene({}, async ({ t, hook, send }) => {
    const wrong = hook.path.slice(0, -1) + (hook.path.endsWith("x") ? "y" : "x");
    const unknown = hook.path.replace(hook.id, t.context.newId());
    const odd = `/webhooks/v1/${hook.id}%2F${hook.token}/x`;
    const answers = [];
    for (const path of [wrong, unknown, odd, "/webhooks/v1/x/y", "/webhooks/v1/%F0%9F%98%80/y"]) {
      answers.push(refused(await t.post(path, { content: "x" }), 401, "unauthorized").body);
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
    assert.equal((await send({ content: "x" })).status, 200);
  }));

Deno.test("401 unauthorized: the token of another webhook opens nothing", () =>
  scene({}, async ({ t, hook }) => {
    const other = await t.webhook(t.store.directory.chat(hook.chatId)!);
    const path = `/webhooks/v1/${hook.id}/${other.token}`;
    refused(await t.post(path, { content: "x" }), 401, "unauthorized");
  }));

Deno.test("401 unauthorized: a revoked webhook is gone for its callers", () =>
  scene({}, async ({ t, hook, send }) => {
    const { token: _, path: __, ...record } = hook;
    await t.change({ table: "webhook", record: { ...record, deletedAt: t.clock.now } });
    refused(await send({ content: "x" }), 401, "unauthorized");
  }));

Deno.test("403 webhook_disabled, and enabled again it accepts posts", () =>
  scene({ enabled: false }, async ({ t, hook, send }) => {
    refused(await send({ content: "x" }), 403, "webhook_disabled");
    refused(await send("not json"), 403, "webhook_disabled");
    const { token: _, path: __, ...record } = hook;
    await t.change({ table: "webhook", record: { ...record, enabled: true } });
    assert.equal((await send({ content: "x" })).status, 200);
  }));

Deno.test("403 ip_not_allowed names the address seen; exact addresses pass", () =>
  scene({ ipAllowlist: ["192.0.2.7", "2001:DB8::0001"] }, async ({ send }) => {
    const { body } = refused(await send({ content: "x" }, {}, "192.0.2.8"), 403, "ip_not_allowed");
    assert.match(body.message, /192\.0\.2\.8/);
    for (const peer of ["192.0.2.7", "::ffff:192.0.2.7", "2001:db8::1", "2001:db8:0:0::1"]) {
      assert.equal((await send({ content: "x" }, {}, peer)).status, 200, peer);
    }
    refused(await send("not json", {}, "192.0.2.8"), 403, "ip_not_allowed");
  }));

Deno.test("403 ip_not_allowed: a CIDR range matches no caller", () =>
  scene({ ipAllowlist: ["192.0.2.0/24"] }, async ({ send }) => {
    refused(await send({ content: "x" }, {}, "192.0.2.7"), 403, "ip_not_allowed");
  }));

Deno.test("an empty allowlist accepts from anywhere", () =>
  scene({ ipAllowlist: [] }, async ({ send }) => {
    assert.equal((await send({ content: "x" }, {}, "203.0.113.77")).status, 200);
  }));

Deno.test("the caller's address is seen through trusted proxies only", () =>
  scene({ ipAllowlist: ["192.0.2.7"] }, async ({ send }) => {
    const forwarded = { "x-forwarded-for": "6.6.6.6, 192.0.2.7" };
    assert.equal((await send({ content: "x" }, forwarded, "10.0.0.1")).status, 200);
    refused(await send({ content: "x" }, forwarded, "10.0.0.2"), 403, "ip_not_allowed");
    const spoofed = { "x-forwarded-for": "192.0.2.7, 6.6.6.6" };
    refused(await send({ content: "x" }, spoofed, "10.0.0.1"), 403, "ip_not_allowed");
  }));

Deno.test("404 not_found: a path that is not /webhooks/v1/{id}/{token}", () =>
  scene({}, async ({ t, hook }) => {
    const paths = ["/webhooks/v1", "/webhooks/v1/", `/webhooks/v1/${hook.id}`, `${hook.path}/`]
      .concat(`${hook.path}/x`, hook.path.replace("v1", "v2"), hook.path.toUpperCase(), "/webhooks")
      .concat(`/webhooks/v1//${hook.token}`, `/webhooks/v1/${hook.id}/%ff`);
    for (const path of paths) {
      refused(await t.post(path, { content: "x" }), 404, "not_found");
      refused(await t.get(path), 404, "not_found");
    }
  }));

for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
  Deno.test(`405 method_not_allowed: ${method}`, () =>
    scene({}, async ({ t, hook }) => {
      const reply = await t.request(method, hook.path);
      assert.equal(reply.status, 405);
      assert.equal(reply.headers.get("allow"), "POST");
      if (method !== "HEAD") refused(reply, 405, "method_not_allowed");
    }));
}

Deno.test("405 comes before 401", () =>
  scene(
    {},
    async ({ t }) => void refused(await t.get("/webhooks/v1/x/y"), 405, "method_not_allowed"),
  ));

Deno.test("the order of checks: 401, 403 disabled, 403 address, body, content, rate", () =>
  scene({ ipAllowlist: ["192.0.2.7"], ratePerMinute: 1 }, async ({ t, hook, send }) => {
    assert.equal((await send({ content: "x" }, {}, "192.0.2.7")).status, 200);
    const change = async (fields: object) => {
      const { token: _, path: __, ...record } = hook;
      await t.change({ table: "webhook", record: { ...record, ...fields } });
    };
    await change({ enabled: false });
    const wrong = hook.path.slice(0, -6) + "zzzzzz";
    refused(await t.post(wrong, "{"), 401, "unauthorized");
    refused(await send("{"), 403, "webhook_disabled");
    await change({ enabled: true });
    refused(await send("{"), 403, "ip_not_allowed");
    refused(await send("{", {}, "192.0.2.7"), 400, "invalid_json");
    refused(await send({ content: "" }, {}, "192.0.2.7"), 400, "missing_content");
    refused(await send({ content: "x" }, {}, "192.0.2.7"), 429, "rate_limit_exceeded");
  }));

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
    for (const key of ["", "x".repeat(256), "caf\u00e9"]) {
      refused(await send({ content: "x" }, { "idempotency-key": key }), 400, "invalid_field");
    }
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

Deno.test("a post is refused whose webhook was disabled or rotated while its body was on the way", () =>
  scene({}, async ({ t, hook }) => {
    const slowly = async (meanwhile: () => Promise<void>) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const body = new ReadableStream({
        async pull(controller) {
          await promise;
          controller.enqueue(new TextEncoder().encode('{"content":"late"}'));
          controller.close();
        },
      });
      const request = new Request(`http://parley.test${hook.path}`, { method: "POST", body });
      const answer = t.app.handle(request, "127.0.0.1");
      await meanwhile();
      resolve();
      return (await answer).status;
    };
    const { token, path: _, ...record } = hook;
    const credential = t.store.directory.credentialsOf(hook.id)[0]!;
    const disabled = { table: "webhook", record: { ...record, enabled: false } } as const;
    assert.equal(await slowly(() => t.change(disabled)), 403);
    await t.change({ table: "webhook", record });
    const revoked = { table: "credential", record: credential, removed: true } as const;
    assert.equal(await slowly(() => t.change(revoked)), 401);
    assert.ok(token.length > 0);
  }));

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
