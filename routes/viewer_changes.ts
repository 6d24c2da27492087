// What a change of the directory means to one person's page.
import type { Context } from "../chat/context.ts";
import type { ChangeEntry } from "../store/entries.ts";
import type { BotRecord, UserRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
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
    if (table === "user") yield* identity(store, "user", record, userId);
    if (table === "bot" && record.deletedAt === null) yield* identity(store, "bot", record, userId);
    if (table === "bot" && record.deletedAt !== null) yield* botGone(store, record, userId);
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

// Everybody sees everybody; a direct chat is called after the other one.
function* identity(
  store: Store,
  kind: "user" | "bot",
  { id, username, displayName, avatarUrl }: UserRecord | BotRecord,
  userId: string,
): Generator<unknown> {
  yield {
    type: "IdentityEvent",
    kind,
    id,
    username,
    display_name: displayName,
    avatar_url: avatarUrl,
  };
  if (id === userId) return;
  for (const chat of store.directory.chatsOf(id)) {
    if (chat.kind === "direct" && store.directory.member(chat.id, userId) !== null) {
      yield { type: "ChatEvent", chat: chatRecordFor(store, chat, userId) };
    }
  }
}

// A deleted bot keeps its memberships, which name it in direct chats; to people it has left.
function* botGone(store: Store, { id, username }: BotRecord, userId: string): Generator<unknown> {
  for (const chat of store.directory.chatsOf(id)) {
    if (store.directory.member(chat.id, userId) === null) continue;
    if (chat.kind === "direct") {
      yield { type: "ChatEvent", chat: chatRecordFor(store, chat, userId) };
    } else {
      const member = { kind: "bot", id, username };
      yield { type: "MembershipEvent", chat_id: chat.id, member, joined: false };
    }
  }
}
