// Who may post through a webhook, from where, and in which order it is asked (contract §2; specification §4.1, §5, §7).
import assert from "node:assert/strict";
import { refused } from "../../refused.ts";
import { scene } from "./webhook_scene.ts";

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
