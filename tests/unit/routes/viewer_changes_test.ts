import assert from "node:assert/strict";
import { changeFrames } from "../../../routes/viewer_changes.ts";
import type { ChangeEntry } from "../../../store/entries.ts";
import { as, seed } from "../../seed.ts";

Deno.test("a direct chat is called after the other one, whoever is told of it", async () => {
  const t = await seed();
  const ana = await t.user({ username: "ana", displayName: "Ana" });
  const bot = await t.bot({ username: "helper", displayName: "Helper" });
  const changes: ChangeEntry[] = [];
  t.store.feed.subscribe((entries) => {
    changes.push(...entries.filter((entry) => entry.kind === "change"));
  });
  const { body } = await t.post("/api/v1/chats", { kind: "direct", username: "helper" }, as(ana));
  const chatId = body.chat.chat_id;

  const [opened] = [...changeFrames(t.context, changes[0]!, ana.id)];
  assert.partialDeepStrictEqual(opened, {
    type: "ChatEvent",
    chat: { chat_id: chatId, name: "Helper", peer: { kind: "bot", id: bot.id } },
  });

  await t.post(`/api/v1/chats/${chatId}/messages`, { content: "hi" }, as(ana));
  const events = await t.get("/bots/v1/events?after=0", as(bot));
  assert.deepEqual(events.body.events[0].data.chat, {
    chat_id: chatId,
    name: "Ana",
    kind: "direct",
  });
  const self = await t.get("/bots/v1/me", as(bot));
  assert.deepEqual(self.body.chats, [{ chat_id: chatId, name: "Ana", kind: "direct" }]);
  const seen = await t.get(`/api/v1/bots/${bot.id}`, as(ana));
  assert.deepEqual(seen.body.bot.chats, [{ chat_id: chatId, name: "Helper", kind: "direct" }]);
  await t.close();
});

Deno.test("a deleted bot has left its group chats and archived its direct ones", async () => {
  const t = await seed();
  const owner = await t.owner();
  const bot = await t.bot({ username: "helper", displayName: "Helper" });
  const [group, direct] = [await t.chat("ops", owner, bot), await t.direct(owner, bot)];
  await t.chat("elsewhere", bot);
  const changes: ChangeEntry[] = [];
  t.store.feed.subscribe((entries) => {
    changes.push(...entries.filter((entry) => entry.kind === "change"));
  });
  await t.delete(`/api/v1/bots/${bot.id}`, as(owner));
  const frames = [...changeFrames(t.context, changes[0]!, owner.id)];
  assert.equal(frames.length, 2);
  assert.deepEqual(frames[0], {
    type: "MembershipEvent",
    chat_id: group.id,
    member: { kind: "bot", id: bot.id, username: "helper" },
    joined: false,
  });
  assert.partialDeepStrictEqual(frames[1], {
    type: "ChatEvent",
    chat: { chat_id: direct.id, name: "Helper", archived: true },
  });
  await t.close();
});

Deno.test("another name is told to everybody, and renames the direct chats with its bearer", async () => {
  const t = await seed();
  const [ana, ben] = [await t.user({ username: "ana" }), await t.user({ username: "ben" })];
  const bot = await t.bot({ username: "helper", displayName: "Helper", createdBy: ana.id });
  const [people, robot] = [await t.direct(ana, ben), await t.direct(ben, bot)];
  const changes: ChangeEntry[] = [];
  t.store.feed.subscribe((entries) => {
    changes.push(...entries.filter((entry) => entry.kind === "change"));
  });
  await t.patch(`/api/v1/users/${ana.id}`, { display_name: "Ana Ruiz" }, as(ana));
  await t.patch(`/api/v1/bots/${bot.id}`, { display_name: "Dr Helper" }, as(ana));
  const named = (id: string, display_name: string) => ({ type: "IdentityEvent", id, display_name });
  const [person, machine] = changes.map((change) => [...changeFrames(t.context, change, ben.id)]);
  assert.equal(person!.length, 2);
  assert.partialDeepStrictEqual(person, [
    named(ana.id, "Ana Ruiz"),
    { type: "ChatEvent", chat: { chat_id: people.id, name: "Ana Ruiz" } },
  ]);
  assert.partialDeepStrictEqual(machine, [
    named(bot.id, "Dr Helper"),
    { type: "ChatEvent", chat: { chat_id: robot.id, name: "Dr Helper" } },
  ]);
  assert.partialDeepStrictEqual([...changeFrames(t.context, changes[0]!, ana.id)], [
    named(ana.id, "Ana Ruiz"),
  ]);
  await t.close();
});
