import assert from "node:assert/strict";
import { runRows } from "../../../rows.ts";
import { as, seed } from "../../../seed.ts";

Deno.test("a group chat is created, renamed, shared, left and archived", async () => {
  const t = await seed();
  const owner = await t.owner();
  const [ana, bea, eve] = [await t.user(), await t.user(), await t.user()];
  await runRows(t, [
    {
      does: "creating",
      by: ana,
      ask: "POST /chats",
      with: { name: " ops ", kind: "group" },
      status: 200,
      says: {
        chat: {
          chat_id: 1,
          name: "ops",
          kind: "group",
          archived: false,
          members: [{ user_id: ana.id }],
          unread_count: 0,
          latest_message_id: 0,
        },
      },
    },
    {
      does: "a group is what is created without a kind",
      by: ana,
      ask: "POST /chats",
      with: { name: "dev" },
      status: 200,
      says: { chat: { chat_id: 2 } },
    },
    {
      does: "a name is needed",
      by: ana,
      ask: "POST /chats",
      with: { kind: "group" },
      status: 400,
      says: { error: "invalid_field", field: "name" },
    },
    {
      does: "a name is not white space",
      by: ana,
      ask: "POST /chats",
      with: { name: " " },
      status: 400,
      says: { field: "name" },
    },
    {
      does: "a name has at most 80 characters",
      by: ana,
      ask: "POST /chats",
      with: { name: "é".repeat(81) },
      status: 400,
      says: { field: "name" },
    },
    {
      does: "a kind is group or direct",
      by: ana,
      ask: "POST /chats",
      with: { name: "x", kind: "room" },
      status: 400,
      says: { field: "kind", message: "The field kind is not valid: must be group or direct" },
    },
    {
      does: "others do not see it",
      by: bea,
      ask: "GET /chats/1",
      status: 404,
      says: { error: "not_found" },
    },
    {
      does: "nor does it exist for their changes",
      by: bea,
      ask: "PATCH /chats/1",
      with: { name: "x" },
      status: 404,
    },
    {
      does: "an owner sees who is in it",
      by: owner,
      ask: "GET /chats/1",
      status: 200,
      says: { chat: { members: [{ user_id: ana.id }] } },
    },
    { does: "but not what they say", by: owner, ask: "GET /chats/1/messages", status: 404 },
    {
      does: "members add people",
      by: ana,
      ask: `PUT /chats/1/members/${bea.id}`,
      status: 200,
      says: { user: { user_id: bea.id } },
    },
    {
      does: "adding twice is the same",
      by: ana,
      ask: `PUT /chats/1/members/${bea.id}`,
      status: 200,
    },
    { does: "nobody is nobody", by: ana, ask: "PUT /chats/1/members/nobody", status: 404 },
    {
      does: "any member renames",
      by: bea,
      ask: "PATCH /chats/1",
      with: { name: "operations" },
      status: 200,
      says: { chat: { name: "operations" } },
    },
    {
      does: "only its creator or a manager deletes",
      by: bea,
      ask: "DELETE /chats/1",
      status: 403,
      says: { error: "forbidden" },
    },
    { does: "a person leaves", by: bea, ask: `DELETE /chats/1/members/${bea.id}`, status: 200 },
    { does: "and is out", by: bea, ask: "GET /chats/1/messages", status: 404 },
    { does: "the creator deletes", by: ana, ask: "DELETE /chats/1", status: 200 },
    {
      does: "it is readable",
      by: ana,
      ask: "GET /chats/1",
      status: 200,
      says: { chat: { archived: true } },
    },
    {
      does: "with its messages",
      by: ana,
      ask: "GET /chats/1/messages",
      status: 200,
      says: { messages: [], has_more: false },
    },
    {
      does: "but closed",
      by: ana,
      ask: "POST /chats/1/messages",
      with: { content: "hi" },
      status: 403,
      says: {
        error: "forbidden",
        message: "Chat 1 is archived: it can be read but not changed; use another chat",
      },
    },
    { does: "to people", by: ana, ask: `PUT /chats/1/members/${eve.id}`, status: 403 },
    { does: "an owner deletes what others made", by: owner, ask: "DELETE /chats/2", status: 200 },
    { does: "deleting again changes nothing", by: owner, ask: "DELETE /chats/2", status: 200 },
    {
      does: "a number too long for a chat names none",
      by: ana,
      ask: "GET /chats/99999999999999999999",
      status: 404,
    },
  ]);
  const listed = await t.get("/api/v1/chats", as(ana));
  assert.deepEqual(listed.body.chats, []);
  const archived = await t.get("/api/v1/chats?archived=true", as(ana));
  assert.deepEqual(archived.body.chats.map((chat: { chat_id: number }) => chat.chat_id), [1, 2]);
  await t.close();
});
