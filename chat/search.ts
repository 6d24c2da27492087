// Search without an index: reads the log backwards, so many rows or so long at once, and says where to go on.
import type { MessageEntry } from "../store/entries.ts";
import type { Context } from "./context.ts";
import { readableChat } from "./chat_authority.ts";
import { byteLength } from "./content.ts";
import { MAX_PAGE_BYTES, type MessageView, messageView } from "./reading.ts";
import { Turns } from "./turns.ts";
import type { Viewer } from "./viewers.ts";

export interface SearchRequest {
  words: string[];
  chatId?: number;
  before?: number;
  limit: number;
}

export interface SearchPage {
  /** Oldest first. */
  views: MessageView[];
  hasMore: boolean;
  /** Where the next call goes on. */
  nextBefore: number | null;
}

export interface SearchBounds {
  rows: number;
  ms: number;
}

const BOUNDS: SearchBounds = { rows: 50_000, ms: 500 };
const ROWS_A_TURN = 200;
// A search reads for as long as it may; more of them at once would only slow down each other and the posts.
const turns = new Turns(2, 32, "Searches");

export function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter((word) => word !== "");
}

export function search(
  context: Context,
  viewer: Viewer,
  request: SearchRequest,
  bounds: SearchBounds = BOUNDS,
): Promise<SearchPage> {
  return turns.take(() => scan(context, viewer, request, bounds));
}

async function scan(
  context: Context,
  { user }: Viewer,
  { words, chatId, before = Number.MAX_SAFE_INTEGER, limit }: SearchRequest,
  bounds: SearchBounds,
): Promise<SearchPage> {
  const { store } = context;
  if (chatId !== undefined) readableChat(store, user, chatId);
  const mine = new Set(store.directory.chatsOf(user.id).map(({ id }) => id));
  const isIn = (chat: number) => chatId === undefined ? mine.has(chat) : chat === chatId;
  const found: MessageEntry[] = [];
  const ends = performance.now() + bounds.ms;
  let rows = 0;
  let room = MAX_PAGE_BYTES;
  let reached: number | null = null;
  for await (const entry of store.messages.newestBefore(before)) {
    rows++;
    // Rows that are read already come without the event loop ever turning: posts would wait.
    if (rows % ROWS_A_TURN === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    if (entry.kind === "message" && isIn(entry.chatId) && matches(entry, words)) {
      found.push(entry);
      room -= byteLength(entry.content);
    }
    const isFull = found.length >= limit || room <= 0;
    if (isFull || rows >= bounds.rows || performance.now() > ends) {
      reached = entry.id;
      break;
    }
  }
  const views = await Promise.all(found.reverse().map((entry) => messageView(context, entry)));
  // The log's first row is never past: nothing stands before it.
  const nextBefore = reached !== null && reached > 1 ? reached : null;
  return { views, hasMore: nextBefore !== null, nextBefore };
}

function matches(entry: MessageEntry, words: readonly string[]): boolean {
  // What is still being generated is found once it is whole.
  if (entry.status !== "OK") return false;
  const text = `${entry.content}\n${entry.author.displayName}\n${entry.author.username ?? ""}`
    .toLowerCase();
  return words.every((word) => text.includes(word));
}
