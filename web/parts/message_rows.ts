// How messages follow each other: which begins a day, which continues its author's, where the unread ones begin.
import type { Message } from "../../wire/records.ts";

export interface Row {
  message: Message;
  startsDay: boolean;
  compact: boolean;
  startsUnread: boolean;
}

const CONTINUES_MS = 5 * 60_000;

const dayOf = (message: Message) => new Date(message.created_at).toDateString();

function isSameAuthor(left: Message["author"], right: Message["author"]): boolean {
  if (left.id !== right.id) return false;
  // One bot or webhook speaks under many names; a person who changed theirs is the same person.
  return left.kind === "user" ||
    (left.display_name === right.display_name && left.avatar_url === right.avatar_url);
}

export function rowsOf(messages: Message[], readId: number | null): Row[] {
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const startsDay = !before || dayOf(before) !== dayOf(message);
    const startsUnread = readId !== null && message.message_id > readId &&
      (!before || before.message_id <= readId) && before !== undefined;
    const soon = before &&
      Date.parse(message.created_at) - Date.parse(before.created_at) < CONTINUES_MS;
    const compact = Boolean(soon) && !startsDay && !startsUnread &&
      isSameAuthor(before!.author, message.author);
    return { message, startsDay, compact, startsUnread };
  });
}
