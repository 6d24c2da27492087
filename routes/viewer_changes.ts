// What a change of the directory means to one person's page.
import type { Context } from "../chat/context.ts";
import type { ChangeEntry } from "../store/entries.ts";
import { chatRecordFor } from "./chat_record.ts";

export function* changeFrames(
  { store }: Context,
  { puts }: ChangeEntry,
  userId: string,
): Generator<unknown> {
  const { directory } = store;
  for (const { table, record, removed } of puts) {
    if (table === "chat" && directory.member(record.id, userId) !== null) {
      yield { type: "ChatEvent", chat: chatRecordFor(store, record, userId) };
    }
    if (table !== "member") continue;
    const isOwn = record.id === userId;
    if (!isOwn && directory.member(record.chatId, userId) === null) continue;
    const chat = directory.chat(record.chatId);
    if (isOwn && !removed && chat !== null) {
      yield { type: "ChatEvent", chat: chatRecordFor(store, chat, userId) };
    }
    const { kind, id } = record;
    const named = kind === "bot" ? directory.bot(id) : directory.user(id);
    yield {
      type: "MembershipEvent",
      chat_id: record.chatId,
      member: { kind, id, username: named?.username ?? "" },
      joined: !removed,
    };
  }
}
