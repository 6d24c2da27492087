import assert from "node:assert/strict";
import { newSetupToken } from "../../../../chat/setup.ts";
import { as, type Reply, seed } from "../../../seed.ts";

const PASSWORD = "correct horse";
const statuses = (replies: Reply[]) => replies.map(({ status }) => status).sort();

Deno.test("of several at once, one sets up", async () => {
  const t = await seed();
  const token = await newSetupToken(t.context);
  const replies = await Promise.all(
    ["Ana", "Bea", "Eve"].map((name) =>
      t.post("/api/v1/setup", { setup_token: token, name, password: PASSWORD })
    ),
  );
  assert.deepEqual(statuses(replies), [200, 409, 409]);
  assert.equal(t.store.directory.users().length, 1);
  await t.close();
});

Deno.test("of several at once, one accepts an invitation", async () => {
  const t = await seed();
  const { body: { code } } = await t.post("/api/v1/invites", {}, as(await t.owner()));
  const replies = await Promise.all(
    ["ana", "bea", "eve"].map((username) =>
      t.post(`/api/v1/invites/${code}/accept`, { name: "X", username, password: PASSWORD })
    ),
  );
  assert.deepEqual(statuses(replies), [200, 404, 404]);
  await t.close();
});

Deno.test("of several at once, one gets a username, and one direct chat is opened", async () => {
  const t = await seed();
  const [ana, bea] = [await t.user({ username: "ana" }), await t.user({ username: "bea" })];
  const bots = await Promise.all(
    Array.from({ length: 5 }, () => t.post("/api/v1/bots", { name: "X", username: "x" }, as(ana))),
  );
  assert.deepEqual(statuses(bots), [200, 409, 409, 409, 409]);
  const chats = await Promise.all([
    t.post("/api/v1/chats", { kind: "direct", username: "bea" }, as(ana)),
    t.post("/api/v1/chats", { kind: "direct", username: "ana" }, as(bea)),
  ]);
  assert.equal(chats[0]!.body.chat.chat_id, chats[1]!.body.chat.chat_id);
  await t.close();
});

Deno.test("two owners that depose each other at once leave one", async () => {
  const t = await seed();
  const [one, other] = [await t.owner(), await t.owner({ username: "other" })];
  const depose = (by: typeof one, whom: typeof one) =>
    t.patch(`/api/v1/users/${whom.id}`, { role: "member" }, as(by));
  const replies = await Promise.all([depose(one, other), depose(other, one)]);
  assert.deepEqual(statuses(replies), [200, 403]);
  await t.close();
});

Deno.test("a right that ended while a change waited does not carry it", async () => {
  const t = await seed();
  const owner = await t.owner();
  const [ana, bea] = [await t.user(), await t.user()];
  const chat = await t.chat("ops", ana, bea);
  const hook = await t.webhook(chat);
  const path = `/api/v1/chats/${chat.id}`;
  // Queued together, so that each is planned on what the ones before it left.
  const replies = await Promise.all([
    t.delete(`${path}/members/${ana.id}`, as(bea)),
    t.patch(`/api/v1/webhooks/${hook.id}`, { name: "mine" }, as(ana)),
    t.post(`${path}/messages`, { content: "still here" }, as(ana)),
    t.patch(`/api/v1/users/${bea.id}`, { enabled: false }, as(owner)),
    t.patch(path, { name: "mine" }, as(bea)),
  ]);
  assert.deepEqual(replies.map(({ status }) => status), [200, 404, 404, 200, 401]);
  assert.deepEqual(t.store.directory.webhook(hook.id)?.name, "Alerts");
  await t.close();
});

Deno.test("a message that waited behind the archiving of its chat is refused", async () => {
  const t = await seed();
  const owner = await t.owner();
  const chat = await t.chat("ops", owner);
  const replies = await Promise.all([
    t.delete(`/api/v1/chats/${chat.id}`, as(owner)),
    t.post(`/api/v1/chats/${chat.id}/messages`, { content: "late" }, as(owner)),
  ]);
  assert.deepEqual(replies.map(({ status }) => status), [200, 403]);
  await t.close();
});
