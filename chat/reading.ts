// Pages of messages as people and bots see them: with the count of replies, and the text so far of what is generated.
import type { MessageEntry } from "../store/entries.ts";
import type { Context } from "./context.ts";

export interface MessageView {
  entry: MessageEntry;
  replyCount: number;
  stalled: boolean;
}

export interface PageRequest {
  before?: number;
  after?: number;
  limit: number;
}

export interface Page {
  views: MessageView[];
  hasMore: boolean;
}

/** A page of a chat's root messages, oldest first. */
export async function timelinePage(
  context: Context,
  chatId: number,
  page: PageRequest,
): Promise<Page> {
  const { store } = context;
  const { ids, hasMore } = await idsOf(store.timelines, chatId, page);
  if (ids.length === 0) return { views: [], hasMore };
  const [entries, counts] = await Promise.all([
    store.messages.getMany(ids),
    store.threads.counts(chatId, ids[0]!, ids.at(-1)!),
  ]);
  return {
    views: entries.map((entry) => viewOf(context, entry, counts.get(entry.id) ?? 0)),
    hasMore,
  };
}

/** A page of a thread's replies, oldest first. */
export async function threadPage(
  context: Context,
  rootId: number,
  page: PageRequest,
): Promise<Page> {
  const { ids, hasMore } = await idsOf(context.store.replies, rootId, page);
  const entries = await context.store.messages.getMany(ids);
  return { views: entries.map((entry) => viewOf(context, entry, 0)), hasMore };
}

/** One message with its count of replies. */
export async function messageView(context: Context, entry: MessageEntry): Promise<MessageView> {
  if (entry.parentId !== null) return viewOf(context, entry, 0);
  const thread = await context.store.threads.open(entry.id);
  return viewOf(context, entry, thread?.count ?? 0);
}

/** The message as it is this moment; a reply under generation with its text so far. */
export function viewOf(context: Context, entry: MessageEntry, replyCount: number): MessageView {
  const generating = entry.status === "GN" ? context.store.generating.shown(entry.id) : null;
  if (generating === null) return { entry, replyCount, stalled: false };
  const { text, touchedAt } = generating;
  const stalled = context.now() - touchedAt >= context.settings.replyStallMs;
  return { entry: { ...entry, content: text, updatedAt: touchedAt }, replyCount, stalled };
}

type List = Context["store"]["timelines"];

async function idsOf(list: List, owner: number, { before, after, limit }: PageRequest) {
  const items = after === undefined
    ? await list.before(owner, before ?? Number.MAX_SAFE_INTEGER, limit + 1)
    : (await list.after(owner, after, limit + 1)).filter(({ value }) =>
      value < (before ?? Infinity)
    );
  const hasMore = items.length > limit;
  const page = after === undefined ? items.slice(-limit) : items.slice(0, limit);
  return { ids: page.map(({ value }) => value), hasMore };
}
