// What a subscription starts with. The texts of replies under generation are read last, at the moment the snapshot is sent.
import type { Context } from "../chat/context.ts";
import { messageView, type Page, threadPage, timelinePage, viewOf } from "../chat/reading.ts";
import { messageRecord } from "./records.ts";

const LIMIT = 100;
// A frame larger than the queue of a socket could never be sent: what does not fit is on a further page.
const MAX_LENGTH = 512 * 1024;

export interface Snapshot {
  chatId: number;
  frame(): unknown;
  holds(messageId: number): boolean;
}

export async function chatSnapshot(
  context: Context,
  userId: string,
  chatId: number,
  after: number | undefined,
): Promise<Snapshot | null> {
  if (context.store.directory.member(chatId, userId) === null) return null;
  const page = await timelinePage(context, chatId, {
    after,
    limit: after === undefined ? 50 : LIMIT,
  });
  return {
    chatId,
    frame: () => ({
      type: "snapshot",
      chat_id: chatId,
      ...messagesOf(context, page, after === undefined ? "newest" : "oldest"),
    }),
    holds: holder(page, after ?? 0),
  };
}

export async function threadSnapshot(
  context: Context,
  userId: string,
  rootId: number,
): Promise<Snapshot | null> {
  const { store } = context;
  const root = await store.messages.get(rootId);
  if (root === null || root.parentId !== null) return null;
  if (store.directory.member(root.chatId, userId) === null) return null;
  const page = await threadPage(context, rootId, { limit: LIMIT });
  const view = await messageView(context, root);
  return {
    chatId: root.chatId,
    frame: () => ({
      type: "snapshot",
      thread: rootId,
      root: messageRecord(view),
      ...messagesOf(context, page, "newest"),
    }),
    holds: holder(page, 0),
  };
}

function messagesOf(context: Context, { views, hasMore }: Page, first: "newest" | "oldest") {
  const records = views.map(({ entry, replyCount }) =>
    messageRecord(viewOf(context, entry, replyCount))
  );
  const wanted = first === "newest" ? records.toReversed() : records;
  let length = 0;
  const fitting = wanted.filter((record) =>
    (length += JSON.stringify(record).length) <= MAX_LENGTH
  );
  const messages = first === "newest" ? fitting.reverse() : fitting;
  return { messages, has_more: hasMore || messages.length < records.length };
}

// Ids grow in commit order: what is older than the newest one here is here, or on an older page.
function holder({ views }: Page, after: number): (messageId: number) => boolean {
  const newest = views.at(-1)?.entry.id ?? after;
  return (messageId) => messageId <= newest;
}
