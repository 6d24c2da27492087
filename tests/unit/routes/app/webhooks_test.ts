import assert from "node:assert/strict";
import { runRows } from "../../../rows.ts";
import { as, BASE_URL, seed } from "../../../seed.ts";

const pathOf = (url: string) => url.slice(BASE_URL.length);

Deno.test("a webhook is created with its defaults and its URL shown once", async () => {
  const t = await seed();
  const [ana, eve] = [await t.user(), await t.user()];
  const chat = await t.chat("ops", ana);
  const path = `/api/v1/chats/${chat.id}/webhooks`;
  const { status, body } = await t.post(path, { name: "Alerts" }, as(ana));
  assert.equal(status, 200);
  assert.deepEqual(body.webhook, {
    webhook_id: body.webhook.webhook_id,
    chat_id: chat.id,
    name: "Alerts",
    description: "",
    default_username: null,
    default_avatar_url: null,
    enabled: true,
    ip_allowlist: [],
    rate_per_minute: 60,
    rate_per_hour: 1000,
    created_at: "2026-01-15T12:00:00.000Z",
    updated_at: "2026-01-15T12:00:00.000Z",
  });
  const id = body.webhook.webhook_id;
  assert.match(body.url, new RegExp(`^${BASE_URL}/webhooks/v1/${id}/svcwh_[0-9A-Za-z]{36}$`));
  const posted = await t.post(pathOf(body.url), { content: "hi" });
  assert.deepEqual([posted.status, posted.body.chat_id], [200, chat.id]);
  const token = body.url.split("/").at(-1);
  for (const again of [path, `/api/v1/webhooks/${id}`, "/api/v1/audit"]) {
    const seen = await t.get(again, as(await t.owner({ username: `o${again.length}` })));
    assert.equal(JSON.stringify(seen.body).includes(token), false, again);
  }
  assert.equal((await t.get(path, as(eve))).status, 404);
  await t.close();
});

const BAD_FIELDS: [string, unknown, string?][] = [
  ["name", ""],
  ["name", 7],
  ["name", "x".repeat(81)],
  ["description", "x".repeat(1001)],
  ["default_username", "x".repeat(81)],
  ["default_avatar_url", "javascript:alert(1)"],
  ["default_avatar_url", `https://a.test/${"x".repeat(2048)}`],
  ["enabled", "yes"],
  ["ip_allowlist", "192.0.2.1"],
  ["ip_allowlist", ["example.org"], "ip_allowlist.0"],
  ["ip_allowlist", ["192.0.2.1", "192.0.2.256"], "ip_allowlist.1"],
  ["ip_allowlist", Array(101).fill("192.0.2.1")],
  ["rate_per_minute", -1],
  ["rate_per_minute", 1.5],
  ["rate_per_hour", 1_000_001],
];
Deno.test("a field that a webhook cannot have is refused by name, at creation and at change", async () => {
  const t = await seed();
  const ana = await t.user();
  const chat = await t.chat("ops", ana);
  const hook = await t.webhook(chat);
  for (const [name, value, field = name] of BAD_FIELDS) {
    const body = { name: "Alerts", [name]: value };
    const calls = [
      await t.post(`/api/v1/chats/${chat.id}/webhooks`, body, as(ana)),
      await t.patch(`/api/v1/webhooks/${hook.id}`, body, as(ana)),
    ];
    for (const { status, body } of calls) {
      assert.deepEqual([status, body.error, body.field], [400, "invalid_field", field]);
      assert.match(body.message, /^The field \S+ is not valid: must be /);
    }
  }
  await t.close();
});

Deno.test("a webhook is changed, disabled and enabled, and posts follow at once", async () => {
  const t = await seed();
  const ana = await t.user();
  const chat = await t.chat("ops", ana);
  const hook = await t.webhook(chat);
  const path = `/api/v1/webhooks/${hook.id}`;
  const change = (body: unknown) => t.patch(path, body, as(ana));
  t.clock.advance(1000);
  const changed = await change({ default_username: "Bell", rate_per_minute: 0, ip_allowlist: [] });
  assert.partialDeepStrictEqual(changed.body.webhook, {
    name: "Alerts",
    default_username: "Bell",
    rate_per_minute: 0,
    updated_at: "2026-01-15T12:00:01.000Z",
  });
  await t.post(hook.path, { content: "ding" });
  const { body: { messages } } = await t.get(`/api/v1/chats/${chat.id}/messages`, as(ana));
  assert.partialDeepStrictEqual(messages[0].author, { display_name: "Bell", badge: "WEBHOOK" });

  await change({ enabled: false });
  assert.equal((await t.post(hook.path, { content: "x" })).body.error, "webhook_disabled");
  await change({ enabled: true });
  assert.equal((await t.post(hook.path, { content: "x" })).status, 200);

  await change({ ip_allowlist: ["192.0.2.1"] });
  assert.equal((await t.post(hook.path, { content: "x" })).body.error, "ip_not_allowed");
  const cleared = await change({ default_username: "", default_avatar_url: null });
  assert.equal(cleared.body.webhook.default_username, null);
  await t.close();
});

Deno.test("an allowlist entry with a slash is taken and pointed out", async () => {
  const t = await seed();
  const ana = await t.user();
  const hook = await t.webhook(await t.chat("ops", ana));
  const list = { ip_allowlist: ["127.0.0.0/8", "2001:db8::/32"] };
  const { body } = await t.patch(`/api/v1/webhooks/${hook.id}`, list, as(ana));
  assert.match(body.webhook.warnings[0], /^The allowlist entry 127\.0\.0\.0\/8 matches nobody/);
  assert.equal(body.webhook.warnings.length, 2);
  assert.equal((await t.post(hook.path, { content: "x" })).body.error, "ip_not_allowed");
  await t.close();
});

Deno.test("rotating ends the old URL at once, or after its grace", async () => {
  const t = await seed();
  const ana = await t.user();
  const hook = await t.webhook(await t.chat("ops", ana));
  const rotate = async (body?: unknown) =>
    (await t.post(`/api/v1/webhooks/${hook.id}/rotate`, body, as(ana))).body;
  const post = async (path: string) => (await t.post(path, { content: "x" })).status;
  const second = pathOf((await rotate({ grace_s: 60 })).url);
  assert.deepEqual([await post(hook.path), await post(second)], [200, 200]);
  t.clock.advance(60_000);
  assert.deepEqual([await post(hook.path), await post(second)], [401, 200]);
  const third = pathOf((await rotate()).url);
  assert.deepEqual([await post(second), await post(third)], [401, 200]);
  const bad = await rotate({ grace_s: 86_401 });
  assert.deepEqual([bad.error, bad.field], ["invalid_field", "grace_s"]);
  await t.close();
});

Deno.test("a token never lives longer for a second rotation, and few live at once", async () => {
  const t = await seed();
  const ana = await t.user();
  const hook = await t.webhook(await t.chat("ops", ana));
  const rotate = () => t.post(`/api/v1/webhooks/${hook.id}/rotate`, { grace_s: 3600 }, as(ana));
  await rotate();
  t.clock.advance(1_800_000);
  for (let i = 0; i < 15; i++) await rotate();
  assert.equal(t.store.directory.credentialsOf(hook.id).length, 10);
  await t.close();
});

Deno.test("a revoked webhook is gone, and its messages stay with the name they had", async () => {
  const t = await seed();
  const ana = await t.user();
  const chat = await t.chat("ops", ana);
  const hook = await t.webhook(chat, { name: "Alerts" });
  await t.post(hook.path, { content: "x" });
  await runRows(t, [
    { does: "revoking", by: ana, ask: `DELETE /webhooks/${hook.id}`, status: 200 },
    { does: "it is gone", by: ana, ask: `GET /webhooks/${hook.id}`, status: 404 },
    { does: "for changes", by: ana, ask: `PATCH /webhooks/${hook.id}`, with: {}, status: 404 },
    {
      does: "from the list",
      by: ana,
      ask: `GET /chats/${chat.id}/webhooks`,
      status: 200,
      says: { webhooks: [] },
    },
    {
      does: "not from the timeline",
      by: ana,
      ask: `GET /chats/${chat.id}/messages`,
      status: 200,
      says: { messages: [{ content: "x", author: { display_name: "Alerts" } }] },
    },
  ]);
  assert.equal((await t.post(hook.path, { content: "y" })).status, 401);
  await t.close();
});

Deno.test("an archived chat's webhooks take no posts and no changes", async () => {
  const t = await seed();
  const owner = await t.owner();
  const chat = await t.chat("ops", owner);
  const hook = await t.webhook(chat);
  await t.delete(`/api/v1/chats/${chat.id}`, as(owner));
  assert.equal((await t.post(hook.path, { content: "x" })).status, 401);
  await runRows(t, [
    {
      does: "changing",
      by: owner,
      ask: `PATCH /webhooks/${hook.id}`,
      with: { enabled: false },
      status: 403,
    },
    { does: "rotating", by: owner, ask: `POST /webhooks/${hook.id}/rotate`, status: 403 },
    { does: "testing", by: owner, ask: `POST /webhooks/${hook.id}/test`, status: 403 },
    {
      does: "another",
      by: owner,
      ask: `POST /chats/${chat.id}/webhooks`,
      with: { name: "x" },
      status: 403,
    },
    { does: "revoking stays possible", by: owner, ask: `DELETE /webhooks/${hook.id}`, status: 200 },
  ]);
  await t.close();
});

Deno.test("members manage a chat's webhooks, owners and admins those of every group chat", async () => {
  const t = await seed();
  const [ana, bea] = [await t.user(), await t.user()];
  const admin = await t.user({ role: "admin" });
  const hook = await t.webhook(await t.chat("ops", ana));
  const path = `/webhooks/${hook.id}`;
  await runRows(t, [
    { does: "a member", by: ana, ask: `PATCH ${path}`, with: { enabled: false }, status: 200 },
    { does: "a stranger sees none", by: bea, ask: `GET ${path}`, status: 404 },
    { does: "and changes none", by: bea, ask: `POST ${path}/rotate`, status: 404 },
    { does: "an admin", by: admin, ask: `PATCH ${path}`, with: { enabled: true }, status: 200 },
    { does: "nobody", ask: `GET ${path}`, status: 401, says: { error: "unauthorized" } },
  ]);
  await t.close();
});

Deno.test("a test post runs through the same checks as a webhook's own posts", async () => {
  const t = await seed();
  const ana = await t.user();
  const bot = await t.bot({ triggerMode: "all" });
  const hook = await t.webhook(await t.chat("ops", ana, bot), { ratePerMinute: 2 });
  const path = `/webhooks/${hook.id}`;
  await runRows(t, [
    {
      does: "posting",
      by: ana,
      ask: `POST ${path}/test`,
      status: 200,
      says: { message: { author: { kind: "webhook", id: hook.id } } },
    },
    { does: "disabling", by: ana, ask: `PATCH ${path}`, with: { enabled: false }, status: 200 },
    {
      does: "disabled",
      by: ana,
      ask: `POST ${path}/test`,
      status: 403,
      says: { error: "webhook_disabled" },
    },
    {
      does: "enabling",
      by: ana,
      ask: `PATCH ${path}`,
      with: { enabled: true, ip_allowlist: ["192.0.2.1"] },
      status: 200,
    },
    {
      does: "from elsewhere",
      by: ana,
      ask: `POST ${path}/test`,
      status: 403,
      says: { error: "ip_not_allowed" },
    },
    { does: "opening", by: ana, ask: `PATCH ${path}`, with: { ip_allowlist: [] }, status: 200 },
    { does: "counting", by: ana, ask: `POST ${path}/test`, status: 200 },
    {
      does: "over the limit",
      by: ana,
      ask: `POST ${path}/test`,
      status: 429,
      says: { error: "rate_limit_exceeded" },
    },
  ]);
  assert.deepEqual(await t.eventsOf(bot), ["message.new all", "message.new all"]);
  const { body } = await t.get(`/api/v1${path}/deliveries`, as(ana));
  const seen = body.deliveries.map((d: { status: number; error: string }) => [d.status, d.error]);
  assert.deepEqual(seen.toReversed(), [
    [200, null],
    [403, "webhook_disabled"],
    [403, "ip_not_allowed"],
    [200, null],
    [429, "rate_limit_exceeded"],
  ]);
  assert.partialDeepStrictEqual(body.deliveries[0], {
    at: "2026-01-15T12:00:00.000Z",
    address: "127.0.0.1",
    message_id: null,
  });
  await t.close();
});
