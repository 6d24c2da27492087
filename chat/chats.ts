// Chats: opened, renamed, archived, and as one person sees them.
import type { BotRecord, ChatRecord, Put, UserRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { actorOf, change, currentUser, record } from "./changes.ts";
import {
  changeableChat,
  isArchived,
  isMember,
  managedChat,
  readableChat,
  refuseDirect,
} from "./chat_authority.ts";
import type { Context } from "./context.ts";
import { invalidField, Refusal } from "./errors.ts";
import { mayManage, type Viewer } from "./viewers.ts";

export const UNREAD_CAP = 100;

export type Peer = { kind: "user"; record: UserRecord } | { kind: "bot"; record: BotRecord };

export interface ChatView {
  chat: ChatRecord;
  archived: boolean;
  /** The people of a group chat, where they were asked for. */
  members: UserRecord[] | null;
  /** The other one of a direct chat. */
  peer: Peer | null;
  /** How far it is read; null for who is not a member. */
  reading: { unread: number; read: number; latest: number } | null;
}

export async function createGroup(
  context: Context,
  viewer: Viewer,
  name: string,
): Promise<ChatRecord> {
  const { store } = context;
  return await change(context, (draft) => {
    const user = currentUser(context, viewer);
    const chat: ChatRecord = {
      id: store.directory.nextChatId,
      kind: "group",
      name,
      createdAt: draft.at,
      createdBy: user.id,
      deletedAt: null,
    };
    const members = [memberPut(chat.id, "user", user.id, draft.at)];
    draft.also(store.people.readMarkerWrite(user.id, chat.id, draft.nextId));
    record(draft, actorOf(user), [{ table: "chat", record: chat }, ...members], {
      action: "chat.create",
      object: objectOf(chat),
      chatId: chat.id,
      changed: [],
    });
    return chat;
  });
}

/** The direct chat with a person or bot; the same one whenever it is opened again. */
export async function openDirect(
  context: Context,
  viewer: Viewer,
  username: string,
): Promise<ChatRecord> {
  const { store } = context;
  return await change(context, (draft) => {
    const user = currentUser(context, viewer);
    const peer = peerNamed(store, username);
    if (peer.record.id === user.id) {
      throw invalidField("username", "A direct chat is with somebody else; name another username");
    }
    const known = directBetween(store, user.id, peer.record.id);
    if (known !== null) return known;
    const chat: ChatRecord = {
      id: store.directory.nextChatId,
      kind: "direct",
      name: "",
      createdAt: draft.at,
      createdBy: user.id,
      deletedAt: null,
    };
    const puts: Put[] = [
      { table: "chat", record: chat },
      memberPut(chat.id, "user", user.id, draft.at),
      memberPut(chat.id, peer.kind, peer.record.id, draft.at),
    ];
    record(draft, actorOf(user), puts, {
      action: "chat.create",
      object: { ...objectOf(chat), name: `@${user.username} @${peer.record.username}` },
      chatId: chat.id,
      changed: [],
    });
    return chat;
  });
}

export async function renameChat(
  context: Context,
  viewer: Viewer,
  chatId: number | null,
  name: string | undefined,
): Promise<ChatRecord> {
  return await change(context, (draft) => {
    const user = currentUser(context, viewer);
    const chat = changeableChat(context.store, user, chatId);
    refuseDirect(chat, "rename");
    if (name === undefined || name === chat.name) return chat;
    const renamed = { ...chat, name };
    record(draft, actorOf(user), [{ table: "chat", record: renamed }], {
      action: "chat.update",
      object: objectOf(renamed),
      chatId: chat.id,
      changed: ["name"],
    });
    return renamed;
  });
}

/** Closes a chat for good. Its messages stay readable; its webhooks take no posts any more. */
export async function archiveChat(
  context: Context,
  viewer: Viewer,
  chatId: number | null,
): Promise<void> {
  await change(context, (draft) => {
    const user = currentUser(context, viewer);
    const chat = managedChat(context.store, user, chatId);
    refuseDirect(chat, "delete");
    if (chat.createdBy !== user.id && !mayManage(user)) {
      throw new Refusal("forbidden", {
        message: "Only who created this chat, an owner or an admin may delete it; ask one of them",
      });
    }
    if (chat.deletedAt !== null) return;
    const deleted = { ...chat, deletedAt: draft.at };
    record(draft, actorOf(user), [{ table: "chat", record: deleted }], {
      action: "chat.delete",
      object: objectOf(chat),
      chatId: chat.id,
      changed: [],
    });
  });
}

/** The viewer's chats; archived ones only when asked for. */
export async function listChats(
  context: Context,
  { user }: Viewer,
  archived: boolean,
): Promise<ChatView[]> {
  const { store } = context;
  const markers = await store.people.readMarkers(user.id);
  const chats = store.directory.chatsOf(user.id)
    .filter((chat) => archived || !isArchived(store, chat))
    .sort((a, b) => a.id - b.id);
  return await Promise.all(chats.map(async (chat) => ({
    chat,
    archived: isArchived(store, chat),
    members: null,
    peer: peerOf(store, chat, user.id),
    reading: await readingOf(store, chat.id, markers.get(chat.id) ?? 0),
  })));
}

/** One chat as the viewer sees it; an owner or admin sees who is in any group chat. */
export async function chatView(
  context: Context,
  { user }: Viewer,
  chatId: number | null,
): Promise<ChatView> {
  const { store } = context;
  const chat = managedChat(store, user, chatId);
  const markers = isMember(store, chat.id, user.id)
    ? await store.people.readMarkers(user.id)
    : null;
  return {
    chat,
    archived: isArchived(store, chat),
    members: chat.kind === "group" ? peopleIn(store, chat.id) : null,
    peer: peerOf(store, chat, user.id),
    reading: markers && await readingOf(store, chat.id, markers.get(chat.id) ?? 0),
  };
}

/** Moves the viewer's marker forward to a message, never past the newest. */
export async function markRead(
  context: Context,
  { user }: Viewer,
  chatId: number | null,
  messageId: number,
): Promise<{ chatId: number; read: number; unread: number }> {
  const { store } = context;
  const { id } = readableChat(store, user, chatId);
  const newest = Math.min(messageId, store.journal.headId);
  const marker = await store.people.markRead(user.id, id, newest);
  const { read, unread } = await readingOf(store, id, marker);
  return { chatId: id, read, unread };
}

export function peopleIn({ directory }: Store, chatId: number): UserRecord[] {
  return [...directory.membersOf(chatId).values()]
    .filter(({ kind }) => kind === "user")
    .map(({ id }) => directory.user(id))
    .filter((user) => user !== null);
}

export function peerOf({ directory }: Store, chat: ChatRecord, userId: string): Peer | null {
  if (chat.kind === "group") return null;
  for (const { kind, id } of directory.membersOf(chat.id).values()) {
    if (id === userId) continue;
    const record = kind === "bot" ? directory.bot(id) : directory.user(id);
    if (record !== null) return { kind, record } as Peer;
  }
  return null;
}

/** What a chat is called by one of its members: a direct chat has the name of the other one. */
export function chatNameFor(store: Store, chat: ChatRecord, memberId: string): string {
  return peerOf(store, chat, memberId)?.record.displayName ?? chat.name;
}

export function memberPut(chatId: number, kind: "user" | "bot", id: string, at: number): Put {
  return { table: "member", record: { chatId, kind, id, joinedAt: at } };
}

async function readingOf({ timelines }: Store, chatId: number, read: number) {
  const [newest] = await timelines.before(chatId, Number.MAX_SAFE_INTEGER, 1);
  const latest = newest?.value ?? 0;
  const unread = latest <= read ? [] : await timelines.after(chatId, read, UNREAD_CAP);
  return { unread: unread.length, read, latest };
}

function directBetween({ directory }: Store, one: string, other: string): ChatRecord | null {
  return directory.chatsOf(one).find(({ kind, id }) =>
    kind === "direct" && directory.member(id, other) !== null
  ) ?? null;
}

function peerNamed({ directory }: Store, username: string): Peer {
  const name = username.trim().replace(/^@/, "").toLowerCase();
  const user = directory.userNamed(name);
  if (user?.enabled) return { kind: "user", record: user };
  const bot = directory.botNamed(name);
  if (bot !== null) return { kind: "bot", record: bot };
  throw invalidField("username", `There is no active person or bot with the username ${name}`);
}

function objectOf({ id, name }: ChatRecord) {
  return { kind: "chat", id: String(id), name };
}
