import assert from "node:assert/strict";
import type { Message } from "../../../../wire/records.ts";
import { initialsOf } from "../../../../web/parts/avatar.tsx";
import { rowsOf } from "../../../../web/parts/message_rows.ts";

function message(message_id: number, minute: number, name = "Ana", day = 10): Message {
  const created_at = new Date(2026, 0, day, 12, minute).toISOString();
  const author = { id: "1", display_name: name, avatar_url: null };
  return { message_id, created_at, author } as Message;
}

Deno.test("messages of one author within five minutes stand together", () => {
  const rows = rowsOf(
    [message(1, 0), message(2, 4), message(3, 20), message(4, 21, "Deploys")],
    null,
  );
  assert.deepEqual(rows.map((row) => row.compact), [false, true, false, false]);
});

Deno.test("each day begins with a break", () => {
  const rows = rowsOf([message(1, 0), message(2, 1), message(3, 2, "Ana", 11)], null);
  assert.deepEqual(rows.map((row) => row.startsDay), [true, false, true]);
});

Deno.test("the first unread message is marked, and starts anew who is speaking", () => {
  const rows = rowsOf([message(1, 0), message(2, 1), message(3, 2)], 1);
  assert.deepEqual(rows.map((row) => row.startsUnread), [false, true, false]);
  assert.equal(rows[1]!.compact, false);
});

Deno.test("initials come from any name", () => {
  const rows = [["Ana Maria Ruiz", "AR"], ["helper", "H"], ["👋 hi", "👋H"], ["  ", "?"]] as const;
  for (const [name, initials] of rows) assert.equal(initialsOf(name), initials);
});
