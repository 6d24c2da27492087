import assert from "node:assert/strict";
import { runRows } from "../../../rows.ts";
import { seed } from "../../../seed.ts";

Deno.test("a direct chat is between two, opened once, and called after the other", async () => {
  const t = await seed();
  const ana = await t.user({ username: "ana", displayName: "Ana" });
  const bea = await t.user({ username: "bea", displayName: "Bea" });
  const gone = await t.user({ username: "gone", enabled: false });
  const bot = await t.bot({ username: "helper", displayName: "Helper" });
  const direct = (username: string) => ({ kind: "direct", username });
  await runRows(t, [
    {
      does: "opening",
      by: ana,
      ask: "POST /chats",
      with: direct("bea"),
      status: 200,
      says: {
        chat: {
          chat_id: 1,
          kind: "direct",
          name: "Bea",
          peer: { kind: "user", id: bea.id, username: "bea" },
        },
      },
    },
    {
      does: "opening from the other side",
      by: bea,
      ask: "POST /chats",
      with: direct("@Ana"),
      status: 200,
      says: { chat: { chat_id: 1, name: "Ana" } },
    },
    {
      does: "with a bot",
      by: ana,
      ask: "POST /chats",
      with: direct("helper"),
      status: 200,
      says: { chat: { chat_id: 2, name: "Helper", peer: { kind: "bot", id: bot.id } } },
    },
    {
      does: "with oneself",
      by: ana,
      ask: "POST /chats",
      with: direct("ana"),
      status: 400,
      says: { field: "username" },
    },
    {
      does: "with nobody",
      by: ana,
      ask: "POST /chats",
      with: direct("zed"),
      status: 400,
      says: { field: "username" },
    },
    {
      does: "with who is gone",
      by: ana,
      ask: "POST /chats",
      with: direct(gone.username),
      status: 400,
    },
    {
      does: "with no name",
      by: ana,
      ask: "POST /chats",
      with: { kind: "direct" },
      status: 400,
      says: { field: "username" },
    },
    {
      does: "it has no name to change",
      by: ana,
      ask: "PATCH /chats/1",
      with: { name: "x" },
      status: 403,
    },
    { does: "nobody joins", by: ana, ask: `PUT /chats/1/members/${gone.id}`, status: 403 },
    { does: "no bot joins", by: ana, ask: `PUT /chats/1/bots/${bot.id}`, status: 403 },
    { does: "it is not left", by: ana, ask: `DELETE /chats/1/members/${ana.id}`, status: 403 },
    {
      does: "a message triggers the bot",
      by: ana,
      ask: "POST /chats/2/messages",
      with: { content: "hi" },
      status: 200,
    },
  ]);
  assert.deepEqual(await t.eventsOf(bot), ["message.new direct"]);
  await t.close();
});

Deno.test("a direct chat with a deleted bot is archived and keeps its name", async () => {
  const t = await seed();
  const ana = await t.user();
  const owner = await t.owner();
  const bot = await t.bot({ username: "helper", displayName: "Helper" });
  const chat = await t.direct(ana, bot);
  await runRows(t, [
    { does: "deleting", by: owner, ask: `DELETE /bots/${bot.id}`, status: 200 },
    {
      does: "it is archived",
      by: ana,
      ask: `GET /chats/${chat.id}`,
      status: 200,
      says: { chat: { archived: true, name: "Helper" } },
    },
    {
      does: "it is closed",
      by: ana,
      ask: `POST /chats/${chat.id}/messages`,
      with: { content: "hi" },
      status: 403,
    },
    {
      does: "the name is free",
      by: ana,
      ask: "POST /bots",
      with: { name: "Helper", username: "helper" },
      status: 200,
    },
    {
      does: "and opens another chat",
      by: ana,
      ask: "POST /chats",
      with: { kind: "direct", username: "helper" },
      status: 200,
      says: { chat: { chat_id: chat.id + 1 } },
    },
  ]);
  await t.close();
});
