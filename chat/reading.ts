// Pages of messages as people and bots see them: with the count of replies, and the text so far of what is generated.
import type { MessageEntry } from "../store/entries.ts";
import { byteLength } from "./content.ts";
import type { Context } from "./context.ts";

export interface MessageView {
  entry: MessageEntry;
  replyCount: number;
  stalled: boolean;
}

/** The text on one page, in UTF-8: many of the longest messages, so that no page is empty. */
export const MAX_PAGE_BYTES = 1024 * 1024;
const READ_AT_ONCE = 50;

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
  const [{ entries, isCut }, counts] = await Promise.all([
    fitting(context, ids, page),
    store.threads.counts(chatId, ids[0]!, ids.at(-1)!),
  ]);
  return {
    views: entries.map((entry) => viewOf(context, entry, counts.get(entry.id) ?? 0)),
    hasMore: hasMore || isCut,
  };
}

/** A page of a thread's replies, oldest first. */
export async function threadPage(
  context: Context,
  rootId: number,
  page: PageRequest,
): Promise<Page> {
  const { ids, hasMore } = await idsOf(context.store.replies, rootId, page);
  const { entries, isCut } = await fitting(context, ids, page);
  return {
    views: entries.map((entry) => viewOf(context, entry, 0)),
    hasMore: hasMore || isCut,
  };
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

// Read a part at a time, so that a page that is full reads little of what it leaves for the next.
async function fitting({ store }: Context, ids: readonly number[], { after }: PageRequest) {
  const newestFirst = after === undefined;
  const wanted = newestFirst ? ids.toReversed() : ids;
  const entries: MessageEntry[] = [];
  let room = MAX_PAGE_BYTES;
  for (let at = 0; at < wanted.length && room >= 0; at += READ_AT_ONCE) {
    for (const entry of await store.messages.getMany(wanted.slice(at, at + READ_AT_ONCE))) {
      room -= store.generating.shown(entry.id)?.length ?? byteLength(entry.content);
      if (room < 0) break;
      entries.push(entry);
    }
  }
  return { entries: newestFirst ? entries.reverse() : entries, isCut: room < 0 };
}
