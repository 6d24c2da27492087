import assert from "node:assert/strict";
import { runRows } from "../../../rows.ts";
import { as, seed } from "../../../seed.ts";

Deno.test("a bot is created in no chat, and its token is shown once", async () => {
  const t = await seed();
  const ana = await t.user({ username: "ana" });
  const { body } = await t.post("/api/v1/bots", { name: "Helper", username: "@Helper" }, as(ana));
  assert.match(body.token, /^svcbot_[0-9A-Za-z]{36}$/);
  assert.deepEqual(body.bot, {
    bot_id: body.bot.bot_id,
    name: "Helper",
    username: "helper",
    description: "",
    display_name: "Helper",
    avatar_url: null,
    trigger_mode: "mentions",
    enabled: true,
    created_at: "2026-01-15T12:00:00.000Z",
    updated_at: "2026-01-15T12:00:00.000Z",
  });
  const read = await t.get(`/api/v1/bots/${body.bot.bot_id}`, as(ana));
  assert.partialDeepStrictEqual(read.body.bot, {
    chats: [],
    open_streams: 0,
    acked_seq: 0,
    latest_seq: 0,
    backlog: 0,
  });
  assert.equal(JSON.stringify(read.body).includes(body.token), false);
  const chat = await t.chat("ops", ana);
  const message = { chat_id: chat.id, content: "hi" };
  assert.equal((await t.post("/bots/v1/messages", message, as(body))).body.error, "not_in_chat");
  await t.put(`/api/v1/chats/${chat.id}/bots/${body.bot.bot_id}`, undefined, as(ana));
  assert.equal((await t.post("/bots/v1/messages", message, as(body))).status, 200);
  await t.close();
});

Deno.test("usernames are unique among people and bots", async () => {
  const t = await seed();
  const ana = await t.user({ username: "ana" });
  const bot = await t.bot({ username: "taken", createdBy: ana.id });
  const other = await t.bot({ username: "other", createdBy: ana.id });
  const create = (username: unknown) => ({ name: "X", username });
  await runRows(t, [
    {
      does: "a bot's",
      by: ana,
      ask: "POST /bots",
      with: create("Taken"),
      status: 409,
      says: { error: "username_taken", field: "username" },
    },
    { does: "a person's", by: ana, ask: "POST /bots", with: create("ana"), status: 409 },
    {
      does: "by change",
      by: ana,
      ask: `PATCH /bots/${other.id}`,
      with: { username: "taken" },
      status: 409,
    },
    {
      does: "its own",
      by: ana,
      ask: `PATCH /bots/${bot.id}`,
      with: { username: "taken" },
      status: 200,
    },
    {
      does: "none",
      by: ana,
      ask: "POST /bots",
      with: { name: "X" },
      status: 400,
      says: { field: "username" },
    },
    {
      does: "with a space",
      by: ana,
      ask: "POST /bots",
      with: create("a b"),
      status: 400,
      says: { field: "username" },
    },
    { does: "ending in a dot", by: ana, ask: "POST /bots", with: create("a."), status: 400 },
    { does: "too long", by: ana, ask: "POST /bots", with: create("a".repeat(33)), status: 400 },
    { does: "a name that is free again", by: ana, ask: `DELETE /bots/${bot.id}`, status: 200 },
    { does: "is taken anew", by: ana, ask: "POST /bots", with: create("taken"), status: 200 },
  ]);
  await t.close();
});

Deno.test("who made a bot, an owner or an admin changes it; everybody sees it", async () => {
  const t = await seed();
  const [ana, bea] = [await t.user(), await t.user()];
  const admin = await t.user({ role: "admin" });
  const bot = await t.bot({ createdBy: ana.id });
  const path = `/bots/${bot.id}`;
  await runRows(t, [
    {
      does: "listing",
      by: bea,
      ask: "GET /bots",
      status: 200,
      says: { bots: [{ bot_id: bot.id }] },
    },
    { does: "reading", by: bea, ask: `GET ${path}`, status: 200 },
    {
      does: "changing",
      by: bea,
      ask: `PATCH ${path}`,
      with: { name: "X" },
      status: 403,
      says: { error: "forbidden" },
    },
    { does: "a token", by: bea, ask: `POST ${path}/token`, status: 403 },
    { does: "deleting", by: bea, ask: `DELETE ${path}`, status: 403 },
    { does: "its calls", by: bea, ask: `GET ${path}/deliveries`, status: 403 },
    { does: "its maker", by: ana, ask: `PATCH ${path}`, with: { name: "X" }, status: 200 },
    {
      does: "an admin",
      by: admin,
      ask: `PATCH ${path}`,
      with: { trigger_mode: "all" },
      status: 200,
      says: { bot: { trigger_mode: "all" } },
    },
    {
      does: "no such mode",
      by: ana,
      ask: `PATCH ${path}`,
      with: { trigger_mode: "always" },
      status: 400,
      says: { field: "trigger_mode" },
    },
    { does: "no such bot", by: admin, ask: "GET /bots/x", status: 404 },
    { does: "deleting", by: ana, ask: `DELETE ${path}`, status: 200 },
    { does: "gone", by: ana, ask: `GET ${path}`, status: 404 },
  ]);
  await t.close();
});

Deno.test("the display name is the name until one is chosen", async () => {
  const t = await seed();
  const ana = await t.user();
  const bot = await t.bot({ name: "A", displayName: "A", createdBy: ana.id });
  const shown = async (body: unknown) =>
    (await t.patch(`/api/v1/bots/${bot.id}`, body, as(ana))).body.bot.display_name;
  assert.equal(await shown({ name: "B" }), "B");
  assert.equal(await shown({ display_name: "Bee" }), "Bee");
  assert.equal(await shown({ name: "C" }), "Bee");
  assert.equal(await shown({ display_name: null }), "C");
  await t.close();
});

Deno.test("a deactivated bot's token is refused until the bot is enabled", async () => {
  const t = await seed();
  const ana = await t.user();
  const bot = await t.bot({ createdBy: ana.id });
  const chat = await t.chat("ops", ana, bot);
  const send = async () =>
    (await t.post("/bots/v1/messages", { chat_id: chat.id, content: "hi" }, as(bot))).status;
  const enable = (enabled: boolean) => t.patch(`/api/v1/bots/${bot.id}`, { enabled }, as(ana));
  assert.equal(await send(), 200);
  await enable(false);
  assert.equal(await send(), 401);
  await enable(true);
  assert.equal(await send(), 200);
  await t.close();
});

Deno.test("regenerating ends the old token at once, or after its grace", async () => {
  const t = await seed();
  const ana = await t.user();
  const bot = await t.bot({ createdBy: ana.id });
  const regenerate = (body?: unknown) => t.post(`/api/v1/bots/${bot.id}/token`, body, as(ana));
  const works = async (token: string) =>
    (await t.get("/bots/v1/replies?status=GN", as({ token }))).status;
  const { body: { token: second } } = await regenerate({ grace_s: 60 });
  assert.deepEqual([await works(bot.token), await works(second)], [200, 200]);
  t.clock.advance(60_000);
  assert.deepEqual([await works(bot.token), await works(second)], [401, 200]);
  const { body: { token: third } } = await regenerate();
  assert.deepEqual([await works(second), await works(third)], [401, 200]);
  await t.close();
});

Deno.test("a token from before the rename is imported and works beside the others", async () => {
  const t = await seed({ settings: { legacyBotTokenPrefixes: ["oldbot_"] } });
  const ana = await t.user();
  const bot = await t.bot({ createdBy: ana.id });
  const other = await t.bot({ createdBy: ana.id });
  const legacy = "oldbot_0123456789abcdef";
  const path = `/bots/${bot.id}/token`;
  await runRows(t, [
    {
      does: "importing",
      by: ana,
      ask: `POST ${path}`,
      with: { legacy_token: legacy },
      status: 200,
      says: { bot: { bot_id: bot.id } },
    },
    { does: "again", by: ana, ask: `POST ${path}`, with: { legacy_token: legacy }, status: 200 },
    {
      does: "for another bot",
      by: ana,
      ask: `POST /bots/${other.id}/token`,
      with: { legacy_token: legacy },
      status: 400,
      says: { field: "legacy_token" },
    },
    {
      does: "without a known prefix",
      by: ana,
      ask: `POST ${path}`,
      with: { legacy_token: "other_0123456789abcdef" },
      status: 400,
    },
    {
      does: "too short",
      by: ana,
      ask: `POST ${path}`,
      with: { legacy_token: "oldbot_0" },
      status: 400,
    },
  ]);
  assert.equal((await t.get("/bots/v1/replies?status=GN", as({ token: legacy }))).status, 200);
  assert.equal((await t.get("/bots/v1/replies?status=GN", as(bot))).status, 200);
  await t.close();
});

Deno.test("a bot's progress tells what it has not acked", async () => {
  const t = await seed();
  const ana = await t.user();
  const bot = await t.bot({ triggerMode: "all" });
  const chat = await t.chat("ops", ana, bot);
  for (let i = 0; i < 3; i++) {
    await t.post(`/api/v1/chats/${chat.id}/messages`, { content: "hi" }, as(ana));
  }
  t.store.cursors.ack(bot.ref, 2);
  t.context.openStreams = () => 4;
  const { body } = await t.get(`/api/v1/bots/${bot.id}`, as(ana));
  assert.partialDeepStrictEqual(body.bot, {
    latest_seq: 3,
    acked_seq: 2,
    backlog: 1,
    open_streams: 4,
    chats: [{ chat_id: chat.id, name: "ops", kind: "group" }],
  });
  const eve = await t.get(`/api/v1/bots/${bot.id}`, as(await t.user()));
  assert.deepEqual(eve.body.bot.chats, []);
  await t.close();
});

Deno.test("a bot's deliveries tell its last posts without their contents", async () => {
  const t = await seed();
  const ana = await t.user();
  const bot = await t.bot({ createdBy: ana.id });
  const chat = await t.chat("ops", ana, bot);
  await t.post("/bots/v1/messages", { chat_id: chat.id, content: "secret" }, as(bot));
  await t.post("/bots/v1/messages", { chat_id: 99, content: "secret" }, as(bot));
  const { body } = await t.get(`/api/v1/bots/${bot.id}/deliveries`, as(ana));
  const seen = body.deliveries.map((d: { status: number; error: string }) => [d.status, d.error]);
  assert.deepEqual(seen, [[403, "not_in_chat"], [200, null]]);
  assert.equal(JSON.stringify(body).includes("secret"), false);
  await t.close();
});
