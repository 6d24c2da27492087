// What a subscription starts with. The texts of replies under generation are read last, at the moment the snapshot is sent.
import type { Context } from "../chat/context.ts";
import { messageView, type Page, threadPage, timelinePage, viewOf } from "../chat/reading.ts";
import { messageRecord } from "./records.ts";

const LIMIT = 100;

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
      messages: records(context, page),
      has_more: page.hasMore,
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
      messages: records(context, page),
      has_more: page.hasMore,
    }),
    holds: holder(page, 0),
  };
}

function records(context: Context, { views }: Page) {
  return views.map(({ entry, replyCount }) => messageRecord(viewOf(context, entry, replyCount)));
}

// Ids grow in commit order: what is older than the newest one here is here, or on an older page.
function holder({ views }: Page, after: number): (messageId: number) => boolean {
  const newest = views.at(-1)?.entry.id ?? after;
  return (messageId) => messageId <= newest;
}
