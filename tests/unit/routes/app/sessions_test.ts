import assert from "node:assert/strict";
import { ensureOwner, newSetupToken, prepareOwner } from "../../../../chat/setup.ts";
import { as, BASE_URL, type Reply, seed } from "../../../seed.ts";

const PASSWORD = "correct horse";

function cookieOf(reply: Reply): string {
  return reply.headers.get("set-cookie")!.split(";")[0]!;
}
const fromPage = (cookie: string) => ({ Cookie: cookie, Origin: BASE_URL });

Deno.test("the set-up token makes the owner once, signed in by a cookie", async () => {
  const t = await seed();
  const token = await newSetupToken(t.context);
  const body = { setup_token: token, name: "Ana Lopez", password: PASSWORD };
  const made = await t.post("/api/v1/setup", body);
  assert.equal(made.status, 200);
  assert.partialDeepStrictEqual(made.body.user, { username: "ana.lopez", role: "owner" });
  const cookie = made.headers.get("set-cookie")!;
  assert.match(
    cookie,
    /^parley_session=svcses_\w+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  );
  const me = await t.get("/api/v1/me", { Cookie: cookieOf(made) });
  assert.equal(me.body.user.user_id, made.body.user.user_id);
  const again = await t.post("/api/v1/setup", body);
  assert.deepEqual([again.status, again.body.error], [409, "already_set_up"]);
  assert.equal(await newSetupToken(t.context), null);
  await t.close();
});

Deno.test("a cookie is Secure where the service is reached by TLS", async () => {
  const t = await seed({ settings: { baseUrl: "https://parley.test" } });
  const token = await newSetupToken(t.context);
  const body = { setup_token: token, name: "Ana", password: PASSWORD };
  const made = await t.post("/api/v1/setup", body);
  assert.match(made.headers.get("set-cookie")!, /; Secure$/);
  await t.close();
});

Deno.test("a set-up token ends after a day, and when a newer one is printed", async () => {
  const t = await seed();
  const older = await newSetupToken(t.context);
  const newer = await newSetupToken(t.context);
  const setUp = (token: string | null) =>
    t.post("/api/v1/setup", { setup_token: token, name: "Ana", password: PASSWORD });
  assert.equal((await setUp(older)).status, 401);
  t.clock.advance(24 * 3_600_000);
  assert.equal((await setUp(newer)).status, 401);
  await t.close();
});

Deno.test("the configured owner token signs its owner in without set-up", async () => {
  const token = "svcusr_configured-by-the-operator";
  const t = await seed({ settings: { ownerToken: token } });
  const owner = await ensureOwner(t.context);
  assert.equal((await ensureOwner(t.context)).id, owner.id);
  const me = await t.get("/api/v1/me", as({ token }));
  assert.partialDeepStrictEqual(me.body.user, { username: "owner", role: "owner" });
  // Its way to a password, with which the app in the browser is signed in to.
  const path = `/api/v1/users/${owner.id}`;
  assert.equal((await t.patch(path, { password: PASSWORD }, as({ token }))).status, 200);
  const signedIn = await t.post("/api/v1/sessions", { username: "owner", password: PASSWORD });
  assert.equal(signedIn.status, 200);
  await t.close();
});

Deno.test("an owner that stood for a configured token is made a person's by the set-up", async () => {
  const token = "svcusr_configured-by-the-operator";
  const t = await seed({ settings: { ownerToken: token } });
  assert.equal(await prepareOwner(t.context), null);
  const chat = await t.post("/api/v1/chats", { name: "ops" }, as({ token }));
  t.context.settings.ownerToken = null;
  const link = await prepareOwner(t.context);
  assert.match(link!, /^http:\/\/parley\.test\/setup#token=svcset_\w{36}$/);
  const made = await t.post("/api/v1/setup", {
    setup_token: link!.split("=")[1],
    name: "Ana",
    password: PASSWORD,
  });
  assert.partialDeepStrictEqual(made.body.user, { username: "ana", role: "owner" });
  assert.equal(t.store.directory.users().length, 1);
  const chats = await t.get("/api/v1/chats", { Cookie: cookieOf(made) });
  assert.equal(chats.body.chats[0].chat_id, chat.body.chat.chat_id);
  assert.equal(await prepareOwner(t.context), null);
  await t.close();
});

async function withPassword(t: Awaited<ReturnType<typeof seed>>) {
  const ana = await t.user({ username: "ana" });
  const path = `/api/v1/users/${ana.id}`;
  assert.equal((await t.patch(path, { password: PASSWORD }, as(ana))).status, 200);
  return ana;
}
const credentials = { username: "Ana", password: PASSWORD };

Deno.test("a session lasts thirty days or until it is signed out", async () => {
  const t = await seed();
  await withPassword(t);
  const first = cookieOf(await t.post("/api/v1/sessions", credentials));
  const second = cookieOf(await t.post("/api/v1/sessions", credentials));
  const out = await t.delete("/api/v1/sessions/current", fromPage(first));
  assert.equal(out.status, 200);
  assert.match(out.headers.get("set-cookie")!, /^parley_session=; .*Max-Age=0/);
  assert.equal((await t.get("/api/v1/me", { Cookie: first })).status, 401);
  assert.equal((await t.get("/api/v1/me", { Cookie: second })).status, 200);
  t.clock.advance(30 * 86_400_000);
  assert.equal((await t.get("/api/v1/me", { Cookie: second })).status, 401);
  await t.close();
});

Deno.test("a wrong password, an unknown person and a person without password are one answer", async () => {
  const t = await seed();
  await withPassword(t);
  await t.user({ username: "bea" });
  const tries = [
    { username: "ana", password: "wrong password" },
    { username: "nobody", password: PASSWORD },
    { username: "bea", password: "" },
  ];
  for (const each of tries) {
    const { status, body } = await t.post("/api/v1/sessions", each);
    assert.equal(status, 401);
    assert.equal(body.message, "The username or the password is wrong; check both");
  }
  await t.close();
});

Deno.test("the eleventh failed sign-in in five minutes is refused, for that name and address only", async () => {
  const t = await seed();
  await withPassword(t);
  const wrong = { ...credentials, password: "wrong password" };
  const tries = await Promise.all(
    Array.from({ length: 12 }, () => t.post("/api/v1/sessions", wrong)),
  );
  const statuses = tries.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429]);
  t.clock.advance(60_000);
  const late = await t.post("/api/v1/sessions", credentials);
  assert.deepEqual([late.status, late.headers.get("retry-after")], [429, "245"]);
  const elsewhere = await t.request("POST", "/api/v1/sessions", credentials, {}, "192.0.2.9");
  assert.equal(elsewhere.status, 200);
  t.clock.advance(245_000);
  assert.equal((await t.post("/api/v1/sessions", credentials)).status, 200);
  await t.close();
});

Deno.test("sign-ins that succeed are not counted", async () => {
  const t = await seed();
  await withPassword(t);
  for (let i = 0; i < 15; i++) {
    assert.equal((await t.post("/api/v1/sessions", credentials)).status, 200);
  }
  await t.close();
});

Deno.test("a page of another site can neither sign in nor write with the cookie", async () => {
  const t = await seed();
  await withPassword(t);
  const foreign = { Origin: "https://evil.test" };
  assert.equal((await t.post("/api/v1/sessions", credentials, foreign)).status, 403);
  const cookie = cookieOf(await t.post("/api/v1/sessions", credentials));
  const chat = { name: "ops", kind: "group" };
  assert.equal((await t.post("/api/v1/chats", chat, { ...foreign, Cookie: cookie })).status, 403);
  assert.equal((await t.post("/api/v1/chats", chat, { Cookie: cookie })).status, 403);
  assert.equal((await t.post("/api/v1/chats", chat, fromPage(cookie))).status, 200);
  await t.close();
});

Deno.test("a deactivated person is out, and in again when activated", async () => {
  const t = await seed();
  const owner = await t.owner();
  const ana = await withPassword(t);
  const cookie = cookieOf(await t.post("/api/v1/sessions", credentials));
  const path = `/api/v1/users/${ana.id}`;
  await t.patch(path, { enabled: false }, as(owner));
  assert.equal((await t.get("/api/v1/me", { Cookie: cookie })).status, 401);
  assert.equal((await t.get("/api/v1/me", as(ana))).status, 401);
  assert.equal((await t.post("/api/v1/sessions", credentials)).status, 403);
  await t.patch(path, { enabled: true }, as(owner));
  assert.equal((await t.get("/api/v1/me", { Cookie: cookie })).status, 401);
  assert.equal((await t.post("/api/v1/sessions", credentials)).status, 200);
  await t.close();
});

Deno.test("a personal access token works until it is revoked or runs out", async () => {
  const t = await seed();
  const ana = await t.user();
  const made = await t.post("/api/v1/me/tokens", { name: "laptop", expires_in_s: 3600 }, as(ana));
  assert.match(made.body.token, /^svcusr_[0-9A-Za-z]{36}$/);
  assert.equal(made.body.access_token.name, "laptop");
  const listed = await t.get("/api/v1/me/tokens", as(made.body));
  assert.equal(listed.body.access_tokens.length, 2);
  assert.equal(JSON.stringify(listed.body).includes(made.body.token), false);
  t.clock.advance(3_600_000);
  assert.equal((await t.get("/api/v1/me", as(made.body))).status, 401);

  const other = await t.post("/api/v1/me/tokens", { name: "phone" }, as(ana));
  const path = `/api/v1/me/tokens/${other.body.access_token.token_id}`;
  assert.equal((await t.delete(path, as(await t.user()))).status, 404);
  assert.equal((await t.delete(path, as(ana))).status, 200);
  assert.equal((await t.get("/api/v1/me", as(other.body))).status, 401);
  await t.close();
});

Deno.test("a new password asks for the old one and ends the other sessions", async () => {
  const t = await seed();
  const ana = await withPassword(t);
  const here = cookieOf(await t.post("/api/v1/sessions", credentials));
  const there = cookieOf(await t.post("/api/v1/sessions", credentials));
  const path = `/api/v1/users/${ana.id}`;
  const change = { password: "another horse" };
  const refused = await t.patch(path, change, fromPage(here));
  assert.deepEqual([refused.status, refused.body.field], [400, "current_password"]);
  const done = await t.patch(path, { ...change, current_password: PASSWORD }, fromPage(here));
  assert.equal(done.status, 200);
  assert.equal((await t.get("/api/v1/me", { Cookie: here })).status, 200);
  assert.equal((await t.get("/api/v1/me", { Cookie: there })).status, 401);
  assert.equal((await t.post("/api/v1/sessions", credentials)).status, 401);
  await t.close();
});

Deno.test("passwords that are too short or too long are refused with their length", async () => {
  const t = await seed();
  const token = await newSetupToken(t.context);
  const rows = [["123456789", /9 characters; use at least 10/], [
    "é".repeat(129),
    /258 bytes.*256/,
  ]];
  for (const [password, message] of rows as [string, RegExp][]) {
    const { status, body } = await t.post("/api/v1/setup", {
      setup_token: token,
      name: "Ana",
      password,
    });
    assert.deepEqual([status, body.error, body.field], [400, "invalid_field", "password"]);
    assert.match(body.message, message);
  }
  await t.close();
});
