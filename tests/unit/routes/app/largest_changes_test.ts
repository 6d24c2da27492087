import assert from "node:assert/strict";
import { as, seed } from "../../../seed.ts";

const LONGEST_NAME = "\u0001".repeat(80);

Deno.test("tokens that have run out with the longest names do not stand in the way of a new one", async () => {
  const t = await seed();
  const owner = await t.owner();
  const create = () =>
    t.post("/api/v1/me/tokens", { name: LONGEST_NAME, expires_in_s: 60 }, as(owner));
  for (let i = 0; i < 99; i++) assert.equal((await create()).status, 200);
  t.clock.advance(60_000);
  assert.equal((await create()).status, 200);
  const { body } = await t.get("/api/v1/me/tokens", as(owner));
  assert.equal(body.access_tokens.length, 2, "the seeded one, and the new one");
  for (let i = 0; i < 3; i++) assert.equal((await create()).status, 200);
  assert.equal(t.store.directory.credentialsOf(owner.id).length, 5, "those that ran out are gone");
  await t.close();
});

Deno.test("as many tokens as a bot can have end in one change", async () => {
  const t = await seed({ settings: { legacyBotTokenPrefixes: ["old_"] } });
  const owner = await t.owner();
  const bot = await t.bot({ createdBy: owner.id });
  const path = `/api/v1/bots/${bot.id}`;
  for (let i = 0; i < 49; i++) {
    const legacy_token = "old_" + `${i}`.padStart(508, "x");
    assert.equal((await t.post(`${path}/token`, { legacy_token }, as(owner))).status, 200);
  }
  const full = await t.post(`${path}/token`, { legacy_token: "old_" + "y".repeat(30) }, as(owner));
  assert.deepEqual([full.status, full.body.error], [403, "forbidden"]);
  const before = t.store.journal.headId;
  assert.equal((await t.delete(path, as(owner))).status, 200);
  assert.equal(t.store.journal.headId, before + 1);
  assert.equal(t.store.directory.credentialsOf(bot.id).length, 0);
  await t.close();
});

Deno.test("a message of the longest text with the longest name triggers a crowd of bots", async () => {
  const t = await seed();
  const chat = await t.chat("crowd");
  const bots = await Promise.all(
    Array.from({ length: 2000 }, () => t.bot({ triggerMode: "all" })),
  );
  for (let at = 0; at < bots.length; at += 100) await t.join(chat, ...bots.slice(at, at + 100));
  // Bots that have heard much: the seqs of their events are long numbers.
  const events = bots.map(({ ref }) => [ref, 123_456_789, 1] as const);
  t.store.cursors.publish({
    kind: "cancel",
    id: 0,
    at: 0,
    messageId: 0,
    chatId: 0,
    parentId: 0,
    events,
  });
  const hook = await t.webhook(chat, {
    defaultUsername: "😀".repeat(80),
    defaultAvatarUrl: `http://a.example/${"x".repeat(2000)}`,
  });
  assert.equal((await t.post(hook.path, { content: "😀".repeat(4000) })).status, 200);
  assert.equal(t.store.cursors.latest(bots.at(-1)!.ref), 123_456_790);
  await t.close();
});
