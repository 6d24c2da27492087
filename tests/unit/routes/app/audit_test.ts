import assert from "node:assert/strict";
import { as, seed } from "../../../seed.ts";

type Entry = { audit_id: number; action: string; changed: string[]; object: { name: string } };

Deno.test("the audit names who changed what, newest first, and never a value", async () => {
  const t = await seed();
  const owner = await t.owner();
  const by = as(owner);
  const ana = await t.user({ username: "ana" });
  const { body: { chat } } = await t.post("/api/v1/chats", { name: "ops" }, by);
  const chatPath = `/api/v1/chats/${chat.chat_id}`;
  await t.put(`${chatPath}/members/${ana.id}`, undefined, by);
  const { body: { webhook } } = await t.post(`${chatPath}/webhooks`, { name: "Alerts" }, by);
  const hookPath = `/api/v1/webhooks/${webhook.webhook_id}`;
  await t.patch(hookPath, { name: "Alerts", description: "very private", rate_per_hour: 5 }, by);
  await t.patch(hookPath, { rate_per_hour: 5 }, by);
  await t.patch(hookPath, { enabled: false }, by);
  await t.post(`${hookPath}/rotate`, {}, by);
  const { body: { bot } } = await t.post(
    "/api/v1/bots",
    { name: "Helper", username: "helper" },
    by,
  );
  await t.put(`${chatPath}/bots/${bot.bot_id}`, undefined, by);
  await t.post(`/api/v1/bots/${bot.bot_id}/token`, {}, by);
  await t.patch(`/api/v1/users/${ana.id}`, { role: "admin" }, by);
  await t.delete(`${chatPath}/bots/${bot.bot_id}`, by);
  await t.delete(hookPath, by);

  const { body } = await t.get("/api/v1/audit", by);
  const entries: Entry[] = body.audit;
  assert.deepEqual(entries.map(({ action, changed }) => [action, ...changed]).reverse(), [
    ["chat.create"],
    ["member.add"],
    ["webhook.create"],
    ["webhook.update", "description", "rate_per_hour"],
    ["webhook.disable", "enabled"],
    ["webhook.rotate", "token"],
    ["bot.create"],
    ["bot.add"],
    ["bot.token", "token"],
    ["user.role", "role"],
    ["bot.remove"],
    ["webhook.delete"],
  ]);
  assert.equal(JSON.stringify(body).includes("very private"), false);
  assert.deepEqual(entries[0], {
    audit_id: entries[0]!.audit_id,
    at: "2026-01-15T12:00:00.000Z",
    actor: { kind: "user", id: owner.id, username: "owner" },
    action: "webhook.delete",
    object: { kind: "webhook", id: webhook.webhook_id, name: "Alerts" },
    chat_id: chat.chat_id,
    changed: [],
  });
  await t.close();
});

Deno.test("the audit is read in pages, by owners and admins", async () => {
  const t = await seed();
  const admin = await t.user({ role: "admin" });
  for (const name of ["a", "b", "c"]) await t.post("/api/v1/chats", { name }, as(admin));
  const page = async (query: string) => (await t.get(`/api/v1/audit${query}`, as(admin))).body;
  const names = (body: { audit: Entry[] }) => body.audit.map(({ object }) => object.name);
  const first = await page("?limit=2");
  assert.deepEqual([names(first), first.has_more], [["c", "b"], true]);
  const second = await page(`?limit=2&before=${first.audit[1].audit_id}`);
  assert.deepEqual([names(second), second.has_more], [["a"], false]);
  const refused = await t.get("/api/v1/audit", as(await t.user()));
  assert.deepEqual([refused.status, refused.body.error], [403, "forbidden"]);
  await t.close();
});

Deno.test("the audit is there after a restart", async () => {
  const folder = await Deno.makeTempDir();
  const t = await seed({ data: folder });
  const owner = await t.owner();
  await t.post("/api/v1/chats", { name: "ops" }, as(owner));
  await t.close();
  const again = await seed({ data: folder });
  const { body } = await again.get("/api/v1/audit", as(owner));
  assert.deepEqual(body.audit.map(({ action }: Entry) => action), ["chat.create"]);
  await again.close();
  await Deno.remove(folder, { recursive: true });
});
