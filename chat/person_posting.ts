// What a person posts, replies, reads and stops.
import type { MessageEntry } from "../store/entries.ts";
import type { ChatRecord, UserRecord } from "../store/records.ts";
import { isActive } from "./bot_authority.ts";
import { change, currentUser } from "./changes.ts";
import { isMember, postableChat, readableChat } from "./chat_authority.ts";
import type { Context } from "./context.ts";
import { Refusal } from "./errors.ts";
import { eventCode } from "./event_codes.ts";
import { finalize } from "./finalizing.ts";
import { lookUpKey } from "./idempotency.ts";
import { post } from "./posting.ts";
import type { Viewer } from "./viewers.ts";

export interface PersonPost {
  content: string;
  /** The root that it replies under, or null for a new root. */
  rootId: number | null;
  key: string | null;
  /** The request as it came, to tell a repeat from another one under the same key. */
  request: string;
  address: string;
}

export async function postAsPerson(
  context: Context,
  viewer: Viewer,
  chat: ChatRecord,
  { content, rootId, key, request, address }: PersonPost,
): Promise<{ entry: MessageEntry; replayed: boolean }> {
  const { store } = context;
  const { user } = viewer;
  postableChat(store, user, chat.id);
  const thread = rootId === null ? null : await store.threads.open(rootId);
  const { messageId, replayed, entry } = await post(store, {
    chatId: chat.id,
    author: authorOf(user),
    content,
    thread,
    status: "OK",
    authorize: () => void postableChat(store, currentUser(context, viewer), chat.id),
    key: await lookUpKey(store, user.id, key, `${chat.id}\0${rootId ?? ""}\0${request}`),
    address,
  });
  // Who writes at the end of a chat has read it.
  if (thread === null && !replayed) await store.people.markRead(user.id, chat.id, messageId);
  return { entry: entry ?? (await store.messages.get(messageId))!, replayed };
}

/** A message in a chat that the viewer is in. */
export async function readableMessage(
  { store }: Context,
  { user }: Viewer,
  messageId: number | null,
): Promise<MessageEntry> {
  const entry = messageId === null ? null : await store.messages.get(messageId);
  if (entry === null || !isMember(store, entry.chatId, user.id)) {
    throw new Refusal("message_not_found");
  }
  return entry;
}

/** Asks the bot of a reply under generation to stop; where it cannot hear, the reply ends here. */
export async function cancelReply(
  context: Context,
  viewer: Viewer,
  entry: MessageEntry,
): Promise<void> {
  const { store } = context;
  const parentId = entry.parentId;
  const reply = await store.generating.fresh(entry.id);
  if (parentId === null || reply === null) throw notGenerating(entry);
  const bot = store.directory.bot(entry.author.id);
  const hears = isActive(bot) && isMember(store, entry.chatId, bot.id);
  if (!hears) return await finalize(context, entry, { by: "service" });
  await store.threads.open(parentId);
  await change(context, (draft) => {
    readableChat(store, currentUser(context, viewer), entry.chatId);
    if (store.generating.get(entry.id) === null) throw notGenerating(entry);
    const code = eventCode("reply.cancelled", "thread");
    draft.append({
      kind: "cancel",
      messageId: entry.id,
      chatId: entry.chatId,
      parentId,
      events: store.cursors.next([[bot.ref, code]]),
    });
  });
}

function authorOf({ id, username, displayName, avatarUrl }: UserRecord) {
  return { kind: "user" as const, id, username, displayName, avatarUrl };
}

function notGenerating({ id }: MessageEntry): Refusal {
  return new Refusal("reply_finalized", {
    message: `Message ${id} is not being generated, so there is nothing to stop`,
  });
}
