import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { checkDescribed } from "../../described.ts";
import { seed } from "../../seed.ts";

type Json = Record<string, unknown>;

async function described() {
  const t = await seed();
  const { body } = await t.get("/openapi.json");
  const page = await t.get("/docs");
  const { routes } = t.app;
  await t.close();
  return { api: body, page, routes };
}
const { api, page, routes } = await described();

function* strings(value: unknown, name = ""): Generator<[name: string, text: string]> {
  if (typeof value === "string") yield [name, value];
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) yield* strings(inner, key);
  }
}

Deno.test("every route is described under its own name, with its paths' parameters", () => {
  const names = new Set<string>();
  for (const { path, method, name } of routes) {
    const operation = api.paths[path.replace(/:(\w+)/g, "{$1}")][method.toLowerCase()];
    assert.equal(operation.operationId, name);
    assert.equal(names.has(name), false, name);
    names.add(name);
    const declared = (operation.parameters ?? []).filter((p: Json) => p.in === "path");
    const wanted = [...path.matchAll(/:(\w+)/g)].map(([, param]) => param);
    assert.deepEqual(declared.map((p: Json) => p.name), wanted, name);
    assert.ok(operation.responses["500"].content["application/json"], name);
  }
});

Deno.test("every reference leads to a record, and every tag to a chapter", () => {
  for (const [name, text] of strings(api)) {
    if (name !== "$ref") continue;
    const record = /^#\/components\/schemas\/(\w+)$/.exec(text)?.[1];
    assert.ok(record !== undefined && record in api.components.schemas, text);
  }
  const chapters = api.tags.map(({ name }: { name: string }) => name);
  for (const methods of Object.values(api.paths) as Json[]) {
    for (const { tags } of Object.values(methods) as { tags: string[] }[]) {
      assert.ok(tags.every((tag) => chapters.includes(tag)), tags.join());
    }
  }
});

const CONTRACT = `
POST /webhooks/v1/{webhook_id}/{token}
POST /bots/v1/messages
GET /bots/v1/stream
POST /bots/v1/threads/{message_id}/replies
PATCH /bots/v1/replies/{message_id}
GET /bots/v1/replies
GET /bots/v1/threads/{message_id}
GET /bots/v1/me
POST /api/v1/setup
POST /api/v1/sessions
DELETE /api/v1/sessions/current
GET /api/v1/me
POST /api/v1/me/tokens
DELETE /api/v1/me/tokens/{token_id}
GET /api/v1/users
POST /api/v1/invites
POST /api/v1/invites/{code}/accept
PATCH /api/v1/users/{user_id}
GET /api/v1/chats
POST /api/v1/chats
GET /api/v1/chats/{chat_id}
PATCH /api/v1/chats/{chat_id}
DELETE /api/v1/chats/{chat_id}
PUT /api/v1/chats/{chat_id}/members/{user_id}
DELETE /api/v1/chats/{chat_id}/members/{user_id}
GET /api/v1/chats/{chat_id}/messages
POST /api/v1/chats/{chat_id}/messages
GET /api/v1/messages/{message_id}/replies
POST /api/v1/messages/{message_id}/replies
POST /api/v1/messages/{message_id}/cancel
PUT /api/v1/chats/{chat_id}/read
GET /api/v1/search
GET /api/v1/chats/{chat_id}/webhooks
POST /api/v1/chats/{chat_id}/webhooks
GET /api/v1/webhooks/{webhook_id}
PATCH /api/v1/webhooks/{webhook_id}
DELETE /api/v1/webhooks/{webhook_id}
POST /api/v1/webhooks/{webhook_id}/rotate
GET /api/v1/bots
POST /api/v1/bots
GET /api/v1/bots/{bot_id}
PATCH /api/v1/bots/{bot_id}
DELETE /api/v1/bots/{bot_id}
POST /api/v1/bots/{bot_id}/token
GET /api/v1/chats/{chat_id}/bots
PUT /api/v1/chats/{chat_id}/bots/{bot_id}
DELETE /api/v1/chats/{chat_id}/bots/{bot_id}
POST /api/v1/webhooks/{webhook_id}/test
GET /api/v1/webhooks/{webhook_id}/deliveries
GET /api/v1/bots/{bot_id}/deliveries
GET /api/v1/audit
GET /api/v1/stream
GET /healthz
GET /readyz
GET /metrics
GET /openapi.json
GET /docs
`.trim().split("\n");

for (const call of CONTRACT) {
  Deno.test(`the service answers ${call}`, () => {
    const [method, path] = call.split(" ") as [string, string];
    assert.ok(api.paths[path]?.[method.toLowerCase()]);
  });
}

Deno.test("the description says who may call and what is sent", () => {
  const { post } = api.paths["/bots/v1/messages"];
  assert.deepEqual(post.security, [{ bot_token: [] }]);
  assert.ok(post.parameters.some(({ name }: Json) => name === "Idempotency-Key"));
  const body = post.requestBody.content["application/json"].schema;
  assert.equal(body.$ref, "#/components/schemas/BotMessageBody");
  const record = api.components.schemas.BotMessageBody;
  assert.deepEqual(record.required, ["chat_id", "content"]);
  assert.equal(record.properties.chat_id.format, "int64");
  const errors = Object.values(post.responses).flatMap((response) => {
    const { content } = response as { content: Record<string, { schema: Json }> };
    return (content["application/json"]!.schema as { properties?: { error?: { enum?: string[] } } })
      .properties?.error?.enum ?? [];
  });
  for (const code of ["missing_chat_id", "content_too_long", "not_in_chat", "unauthorized"]) {
    assert.ok(errors.includes(code), code);
  }
});

Deno.test("the description says what a text may hold, and what answers carry beside their body", () => {
  const { name, default_avatar_url, ip_allowlist } =
    api.components.schemas.WebhookSettings.properties;
  assert.deepEqual([name.minLength, name.maxLength], [1, 80]);
  assert.ok(new RegExp(default_avatar_url.pattern).test("https://example.com/a.png"));
  assert.ok(!new RegExp(ip_allowlist.items.pattern).test("everybody"));
  const { responses } = api.paths["/webhooks/v1/{webhook_id}/{token}"].post;
  assert.ok("Idempotency-Replayed" in responses["200"].headers);
  assert.ok("X-RateLimit-Remaining" in responses["200"].headers);
  assert.ok("Retry-After" in responses["429"].headers);
  assert.ok("WWW-Authenticate" in api.paths["/bots/v1/me"].get.responses["401"].headers);
  assert.ok(!("WWW-Authenticate" in responses["401"].headers));
  assert.ok("text/html" in api.paths["/docs"].get.responses["200"].content);
});

Deno.test("the page shows every operation, links to what is there, and runs nothing", () => {
  const html: string = page.body;
  assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const { name } of routes) assert.ok(ids.has(name), name);
  for (const [, anchor] of html.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(anchor!), anchor);
  assert.doesNotMatch(html, /<script|javascript:| on\w+=|undefined|\[object/i);
  const policy = page.headers.get("content-security-policy")!;
  const style = /<style>([^<]*)<\/style>/.exec(html)![1]!;
  const hash = createHash("sha256").update(style).digest("base64");
  assert.match(policy, /^default-src 'none'; /);
  assert.ok(policy.includes(`style-src 'sha256-${hash}'`), policy);
});

Deno.test("an answer or refusal that is not described fails the test that got it", () => {
  const headers = new Headers();
  const check = (status: number, body: Json) =>
    checkDescribed(routes, "GET", "/api/v1/me", { status, body, headers });
  check(401, { ok: false, error: "unauthorized", message: "" });
  assert.throws(() => check(409, { ok: false, error: "username_taken", message: "" }));
  assert.throws(() => check(200, { ok: true, user: { user_id: "1" } }));
});
