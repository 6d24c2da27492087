// Everything that posts a new message posts it here, whoever asked.
import { spanned } from "../spans.ts";
import type { Draft } from "../store/batch.ts";
import type { AuthorSnapshot, MessageEntry } from "../store/entries.ts";
import type { WebhookRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { Thread } from "../store/threads.ts";
import { admitPost } from "./admission.ts";
import { QueueFull } from "../store/errors.ts";
import { Refusal } from "./errors.ts";
import { firstResult, type Repeatable } from "./idempotency.ts";
import { mentionsIn } from "./mentions.ts";
import { triggered } from "./triggers.ts";

export interface NewPost {
  chatId: number;
  author: AuthorSnapshot;
  content: string;
  /** The opened thread that it replies in, or null for a root message. */
  thread: Thread | null;
  status: "OK" | "GN";
  /** Refuses in the plan of the commit where the author may not post (any more). */
  authorize: () => void;
  /** The webhook whose limits it counts against. */
  limitedBy?: WebhookRecord;
  key?: Repeatable | null;
  claim?: Repeatable | null;
  address?: string;
  fields?: Partial<Pick<MessageEntry, "finishReason" | "createdLength" | "createdStatus">>;
}

export interface Posted {
  messageId: number;
  /** The first request under the same key had this result. */
  replayed: boolean;
  /** The event was answered before, by this message. */
  duplicate: boolean;
  entry: MessageEntry | null;
}

// A row of the store holds a long reply or the events of a crowd of bots, but not both.
const ROOM_FOR_BOTH = 30_000;

export function post(store: Store, request: NewPost): Promise<Posted> {
  const mentions = mentionsIn(request.content);
  const { chatId, author, thread, status } = request;
  const about = () => ({
    "parley.chat_id": chatId,
    "parley.author_kind": author.kind,
    "parley.is_reply": thread !== null,
    "parley.status": status,
  });
  const write = () => store.write((draft) => plan(store, draft, request, mentions));
  return spanned("parley.post", about, () => guarded(write));
}

function plan(store: Store, draft: Draft, request: NewPost, mentions: readonly string[]): Posted {
  request.authorize();
  const first = firstResult(store, request.key ?? null);
  if (first !== null) return { messageId: first, replayed: true, duplicate: false, entry: null };
  const claimed = firstResult(store, request.claim ?? null);
  if (claimed !== null) {
    return { messageId: claimed, replayed: false, duplicate: true, entry: null };
  }

  const { limitedBy: webhook, author, chatId, thread, status } = request;
  if (webhook !== undefined) {
    // With the limits as they are now.
    const current = store.directory.webhook(webhook.id) ?? webhook;
    admitPost(current, store.windows.of(webhook.id), draft.at);
  }
  const hops = hopsOf(store, author, chatId, draft.at);
  // Contract §4: a reply is an event once it is finalized.
  const events = status === "GN" ? [] : eventsFor(store, { ...request, mentions, hops });
  const apart = request.content.length * 3 > ROOM_FOR_BOTH;
  const marks = [request.key, request.claim].flatMap((it) => it ? [it.mark] : []);
  const entry = draft.append({
    kind: "message" as const,
    chatId,
    parentId: thread?.rootId ?? null,
    status,
    author,
    content: request.content,
    mentions,
    hops,
    updatedAt: draft.at,
    events: apart ? [] : events,
    idempotency: marks.length === 0 ? undefined : marks,
    counted: webhook === undefined ? undefined : true,
    address: request.address,
    ...request.fields,
  });
  if (status === "GN") draft.also(store.generating.firstRow(entry));
  if (apart && thread !== null && events.length > 0) {
    const { id: messageId } = entry;
    draft.append({
      kind: "final",
      messageId,
      chatId,
      parentId: thread.rootId,
      events,
      message: entry,
    });
  }
  return { messageId: entry.id, replayed: false, duplicate: false, entry };
}

export function eventsFor(
  store: Store,
  message: Pick<MessageEntry, "chatId" | "author" | "mentions" | "hops"> & {
    thread: Thread | null;
  },
) {
  const chat = store.directory.chat(message.chatId)!;
  const threadBots = message.thread?.bots ?? null;
  return store.cursors.next(triggered({ ...message, chat, threadBots }, store.directory));
}

function hopsOf(store: Store, author: AuthorSnapshot, chatId: number, at: number): number {
  if (author.kind !== "bot") return 0;
  return store.hops.next(store.directory.bot(author.id)!.ref, chatId, at);
}

/** Turns what the store cannot do into the one refusal that says: not posted, retry. */
export function guarded<T>(write: () => Promise<T>): Promise<T> {
  return write().catch(refuseToPost);
}

function refuseToPost(error: unknown): never {
  if (error instanceof Refusal) throw error;
  if (error instanceof QueueFull) {
    throw new Refusal("send_failed", {
      message:
        `The message was not posted: ${error.limit} writes are waiting already; retry with ` +
        `exponential backoff and the same Idempotency-Key`,
      cause: error,
    });
  }
  throw new Refusal("send_failed", { cause: error });
}
