// The entries of the log. In commit order they are the whole truth of what happened; all else is derived from them.
import type { Put } from "./records.ts";

export type FinishReason = "stop" | "length" | "error" | "cancelled" | "unavailable";

export interface AuthorSnapshot {
  kind: "user" | "bot" | "webhook";
  id: string;
  username: string | null;
  displayName: string;
  avatarUrl: string | null;
}

/** One event for one bot: the bot's ref, the event's seq, and what it is (see chat/event_codes.ts). */
export type EventRef = readonly [bot: number, seq: number, code: number];

export interface IdempotencyMark {
  key: string;
  body: string;
  expiresAt: number;
}

interface Base {
  id: number;
  at: number;
}

export interface MessageEntry extends Base {
  kind: "message";
  chatId: number;
  parentId: number | null;
  status: "OK" | "GN";
  author: AuthorSnapshot;
  content: string;
  mentions: readonly string[];
  hops: number;
  updatedAt: number;
  events: readonly EventRef[];
  /** The length in UTF-8 bytes that the reply was created with: what an idempotent repeat answers. */
  createdLength?: number;
  createdStatus?: "OK" | "GN";
  idempotency?: IdempotencyMark[];
  /** Counted against the windows of its author, a webhook. */
  counted?: boolean;
  /** The address that posted it, for the deliveries of its author. */
  address?: string;
  finishReason?: FinishReason;
  interrupted?: boolean;
  /** The service finalized it, not its bot: a late whole text may still replace it. */
  settled?: boolean;
}

/** A reply under generation was finalized; its row in the log holds the text. */
export interface FinalEntry extends Base {
  kind: "final";
  messageId: number;
  chatId: number;
  parentId: number;
  events: readonly EventRef[];
  /** The message as finalized: not stored here, joined when the entry is committed or read. */
  message?: MessageEntry;
}

/** A viewer asked that a reply under generation be stopped. */
export interface CancelEntry extends Base {
  kind: "cancel";
  messageId: number;
  chatId: number;
  parentId: number;
  events: readonly EventRef[];
}

export interface AuditNote {
  actor: { kind: "user" | "system"; id: string; username: string };
  action: string;
  object: { kind: string; id: string; name: string };
  chatId: number | null;
  changed: string[];
}

/** Records of the directory changed. */
export interface ChangeEntry extends Base {
  kind: "change";
  puts: Put[];
  audit?: AuditNote;
}

export type Entry = MessageEntry | FinalEntry | CancelEntry | ChangeEntry;

type Unplaced<E> = E extends Entry ? Omit<E, "id" | "at"> : never;
/** An entry before the writer gives it its id and time. */
export type NewEntry = Unplaced<Entry>;

export function eventsOf(entry: Entry): readonly EventRef[] {
  return entry.kind === "change" ? [] : entry.events;
}

/** The thread that an entry belongs to, or null where it belongs to none. */
export function threadOf(entry: Entry): number | null {
  return entry.kind === "change" ? null : entry.parentId;
}
