// A log row on disk: a JSON head without line breaks, a line break, the content as it is; in JSON, escapes would let a
// legal reply of 60,000 bytes outgrow a value of the store. Latin-1 is stored as text, one byte a character, and what has
// other characters as UTF-8. The head of a message is a list without names, and leaves out what most posts do not have.
import type { AuthorSnapshot, Entry, MessageEntry } from "./entries.ts";

export const MAX_ROW_BYTES = 65_400;

export type Row = string | Uint8Array;

const LATIN_1 = /^[\0-\xff]*$/;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function encodeEntry(entry: Entry): Row {
  const text = entry.kind === "message"
    ? `${messageHead(entry)}\n${entry.content}`
    : `${otherHead(entry)}\n`;
  return LATIN_1.test(text) ? text : encoder.encode(text);
}

export function decodeEntry(row: Row): Entry {
  const text = typeof row === "string" ? row : decoder.decode(row);
  const end = text.indexOf("\n");
  const head = JSON.parse(text.slice(0, end));
  if (!Array.isArray(head)) return head as Entry;
  return messageOf(head as MessageHead, text.slice(end + 1));
}

type Rest = Omit<
  MessageEntry,
  "kind" | "id" | "at" | "chatId" | "parentId" | "status" | "author" | "content" | "updatedAt"
>;

type MessageHead = [
  id: number,
  at: number,
  chatId: number,
  parentId: number,
  isGenerating: 0 | 1,
  updatedAfter: number,
  author: AuthorSnapshot,
  rest: Partial<Rest>,
];

function messageHead(entry: MessageEntry): string {
  const { id, at, chatId, parentId, status, updatedAt, author } = entry;
  return `[${id},${at},${chatId},${parentId ?? 0},${status === "GN" ? 1 : 0},${updatedAt - at},` +
    `${authorJson(author)},${restJson(entry)}]`;
}

const authors = new WeakMap<AuthorSnapshot, string>();

function authorJson(author: AuthorSnapshot): string {
  let json = authors.get(author);
  if (json === undefined) authors.set(author, json = JSON.stringify(author));
  return json;
}

function restJson(entry: MessageEntry): string {
  const { createdLength, createdStatus, idempotency, counted, address } = entry;
  const { finishReason, interrupted, settled, mentions, hops, events } = entry;
  return JSON.stringify(
    {
      createdLength,
      createdStatus,
      idempotency,
      counted,
      address,
      finishReason,
      interrupted,
      settled,
      mentions: mentions.length === 0 ? undefined : mentions,
      hops: hops === 0 ? undefined : hops,
      events: events.length === 0 ? undefined : events,
    } satisfies Partial<Rest>,
  );
}

function messageOf(head: MessageHead, content: string): MessageEntry {
  const [id, at, chatId, parentId, isGenerating, updatedAfter, author, rest] = head;
  return {
    kind: "message",
    id,
    at,
    chatId,
    parentId: parentId === 0 ? null : parentId,
    status: isGenerating === 1 ? "GN" : "OK",
    author,
    content,
    mentions: [],
    hops: 0,
    events: [],
    updatedAt: at + updatedAfter,
    ...rest,
  };
}

// The message of a final entry has a row of its own.
function otherHead(entry: Exclude<Entry, MessageEntry>): string {
  return JSON.stringify(entry.kind === "final" ? { ...entry, message: undefined } : entry);
}
