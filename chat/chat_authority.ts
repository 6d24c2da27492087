// What a person may do in a chat, asked before and again in the plan of each commit.
//
// Members read, post, and manage the chat's name, people, bots and webhooks. Owners and admins manage every group chat,
// so that a leaking webhook can be stopped when its people have left, but read only the chats they are in.
import type { ChatRecord, UserRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { Refusal } from "./errors.ts";
import { mayManage } from "./viewers.ts";

export function isMember({ directory }: Store, chatId: number, userId: string): boolean {
  return directory.member(chatId, userId) !== null;
}

/** A deleted chat, or a direct one whose bot is deleted: readable, but closed. */
export function isArchived(store: Store, chat: ChatRecord): boolean {
  if (chat.deletedAt !== null || chat.kind === "group") return chat.deletedAt !== null;
  return [...store.directory.membersOf(chat.id).values()].some(({ kind, id }) =>
    kind === "bot" && store.directory.bot(id)?.deletedAt !== null
  );
}

/** A chat that this person is a member of; what they may not see does not exist for them. */
export function readableChat(store: Store, user: UserRecord, chatId: number | null): ChatRecord {
  const chat = chatId === null ? null : store.directory.chat(chatId);
  if (chat !== null && isMember(store, chat.id, user.id)) return chat;
  throw noChat(chatId);
}

/** A chat whose settings this person may see. */
export function managedChat(store: Store, user: UserRecord, chatId: number | null): ChatRecord {
  const chat = chatId === null ? null : store.directory.chat(chatId);
  if (chat === null) throw noChat(chatId);
  if (isMember(store, chat.id, user.id)) return chat;
  if (mayManage(user) && chat.kind === "group") return chat;
  throw noChat(chatId);
}

/** A chat whose settings this person may change now. */
export function changeableChat(store: Store, user: UserRecord, chatId: number | null): ChatRecord {
  return refuseArchived(store, managedChat(store, user, chatId));
}

/** A chat that this person may post into now. */
export function postableChat(store: Store, user: UserRecord, chatId: number | null): ChatRecord {
  return refuseArchived(store, readableChat(store, user, chatId));
}

function refuseArchived(store: Store, chat: ChatRecord): ChatRecord {
  if (!isArchived(store, chat)) return chat;
  throw new Refusal("forbidden", {
    message: `Chat ${chat.id} is archived: it can be read but not changed; use another chat`,
  });
}

export function refuseDirect(chat: ChatRecord, what: string): void {
  if (chat.kind === "group") return;
  throw new Refusal("forbidden", {
    message: `A direct chat has exactly two members and no name: ${what} a group chat instead`,
  });
}

function noChat(chatId: number | null): Refusal {
  return new Refusal("not_found", {
    message: `There is no chat${chatId === null ? "" : ` ${chatId}`} that you are a member of`,
  });
}
