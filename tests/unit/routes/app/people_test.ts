import assert from "node:assert/strict";
import { runRows } from "../../../rows.ts";
import { as, seed } from "../../../seed.ts";

const PASSWORD = "correct horse";

Deno.test("an invitation lets one person in with its role", async () => {
  const t = await seed();
  const owner = await t.owner();
  const { body: made } = await t.post("/api/v1/invites", { role: "admin" }, as(owner));
  assert.match(made.code, /^svcinv_[0-9A-Za-z]{36}$/);
  assert.equal(made.url, `http://parley.test/invite/${made.code}`);
  assert.equal(made.invite.expires_at, "2026-01-22T12:00:00.000Z");
  const accept = (username: string) =>
    t.post(`/api/v1/invites/${made.code}/accept`, { name: "Ana", username, password: PASSWORD });
  const taken = await accept("owner");
  assert.deepEqual([taken.status, taken.body.error], [409, "username_taken"]);
  const { status, body, headers } = await accept("ana");
  assert.equal(status, 200);
  assert.partialDeepStrictEqual(body.user, { username: "ana", role: "admin" });
  const cookie = headers.get("set-cookie")!.split(";")[0]!;
  assert.equal((await t.get("/api/v1/me", { Cookie: cookie })).status, 200);
  assert.equal((await accept("bea")).status, 404);
  await t.close();
});

Deno.test("an invitation runs out, and can be revoked", async () => {
  const t = await seed();
  const owner = await t.owner();
  const invite = async (body: unknown) => (await t.post("/api/v1/invites", body, as(owner))).body;
  const accept = async (code: string) =>
    (await t.post(`/api/v1/invites/${code}/accept`, { name: "Ana", password: PASSWORD })).status;
  const short = await invite({ expires_in_s: 60 });
  const revoked = await invite({});
  const listed = await t.get("/api/v1/invites", as(owner));
  assert.equal(listed.body.invites.length, 2);
  assert.equal(JSON.stringify(listed.body).includes(revoked.code), false);
  await t.delete(`/api/v1/invites/${revoked.invite.invite_id}`, as(owner));
  t.clock.advance(60_000);
  assert.deepEqual([await accept(short.code), await accept(revoked.code)], [404, 404]);
  assert.equal((await t.get("/api/v1/invites", as(owner))).body.invites.length, 0);
  await t.close();
});

Deno.test("owners give every role, admins that of a member, members none", async () => {
  const t = await seed();
  const owner = await t.owner();
  const admin = await t.user({ role: "admin" });
  const other = await t.user({ role: "admin" });
  const ana = await t.user();
  const user = (id: string) => `PATCH /users/${id}`;
  await runRows(t, [
    { does: "a member invites nobody", by: ana, ask: "POST /invites", with: {}, status: 403 },
    {
      does: "a member makes no admin",
      by: ana,
      ask: user(ana.id),
      with: { role: "admin" },
      status: 403,
    },
    {
      does: "a member changes nobody else",
      by: ana,
      ask: user(other.id),
      with: { display_name: "X" },
      status: 403,
    },
    {
      does: "an admin invites members",
      by: admin,
      ask: "POST /invites",
      with: {},
      status: 200,
      says: { invite: { role: "member" } },
    },
    {
      does: "but no admins",
      by: admin,
      ask: "POST /invites",
      with: { role: "admin" },
      status: 403,
    },
    {
      does: "an admin makes no admin",
      by: admin,
      ask: user(ana.id),
      with: { role: "admin" },
      status: 403,
    },
    {
      does: "an admin changes no admin",
      by: admin,
      ask: user(other.id),
      with: { enabled: false },
      status: 403,
    },
    {
      does: "an admin changes members",
      by: admin,
      ask: user(ana.id),
      with: { enabled: false },
      status: 200,
      says: { user: { enabled: false } },
    },
    {
      does: "an owner makes admins",
      by: owner,
      ask: user(ana.id),
      with: { role: "admin", enabled: true },
      status: 200,
      says: { user: { role: "admin" } },
    },
    {
      does: "an owner invites owners",
      by: owner,
      ask: "POST /invites",
      with: { role: "owner" },
      status: 200,
    },
    {
      does: "no such role",
      by: owner,
      ask: user(ana.id),
      with: { role: "king" },
      status: 400,
      says: { field: "role" },
    },
    { does: "nobody", by: owner, ask: user("nobody"), with: {}, status: 404 },
  ]);
  await t.close();
});

Deno.test("the last owner stays one", async () => {
  const t = await seed();
  const owner = await t.owner();
  const ana = await t.user();
  const own = `PATCH /users/${owner.id}`;
  await runRows(t, [
    { does: "stepping down", by: owner, ask: own, with: { role: "member" }, status: 403 },
    { does: "leaving", by: owner, ask: own, with: { enabled: false }, status: 403 },
    {
      does: "another owner",
      by: owner,
      ask: `PATCH /users/${ana.id}`,
      with: { role: "owner" },
      status: 200,
    },
    { does: "stepping down then", by: owner, ask: own, with: { role: "member" }, status: 200 },
  ]);
  await t.close();
});

Deno.test("everybody changes their own name and picture, and later messages carry it", async () => {
  const t = await seed();
  const ana = await t.user({ username: "ana", displayName: "Ana" });
  const chat = await t.chat("ops", ana);
  const post = () => t.post(`/api/v1/chats/${chat.id}/messages`, { content: "hi" }, as(ana));
  await post();
  await runRows(t, [
    {
      does: "changing",
      by: ana,
      ask: `PATCH /users/${ana.id}`,
      with: { display_name: "Anna", avatar_url: "https://a.test/p" },
      status: 200,
      says: { user: { display_name: "Anna", avatar_url: "https://a.test/p" } },
    },
    {
      does: "no script",
      by: ana,
      ask: `PATCH /users/${ana.id}`,
      with: { avatar_url: "javascript:1" },
      status: 400,
      says: { field: "avatar_url" },
    },
    {
      does: "all see it",
      by: await t.user(),
      ask: "GET /users",
      status: 200,
      says: { users: [{ username: "ana", display_name: "Anna" }, {}] },
    },
  ]);
  await post();
  const { body } = await t.get(`/api/v1/chats/${chat.id}/messages`, as(ana));
  const names = body.messages.map((m: { author: { display_name: string } }) =>
    m.author.display_name
  );
  assert.deepEqual(names, ["Ana", "Anna"]);
  await t.close();
});
