// Reads a bot's kept events from the store, as frames.
import { byteLength } from "../chat/content.ts";
import type { Context } from "../chat/context.ts";
import { MAX_PAGE_BYTES } from "../chat/reading.ts";
import type { Entry, MessageEntry } from "../store/entries.ts";
import type { BotRecord } from "../store/records.ts";
import { codeOf, logIdOf } from "../store/store.ts";
import { eventFrame } from "./event_frames.ts";

export interface EventFrame {
  seq: number;
  /** Null where the event's message cannot be read. */
  json: string | null;
}

// What is read and not yet sent stands in memory: at most a page for each stream.
const READ_AT_ONCE = 20;

/** The events after a seq, oldest first: as many as are wanted and fit on a page, and one at least. */
export async function eventsAfter(
  context: Context,
  bot: BotRecord,
  seq: number,
  limit: number,
): Promise<EventFrame[]> {
  const { store } = context;
  const items = await store.events.after(bot.ref, seq, limit);
  const frames: EventFrame[] = [];
  let room = MAX_PAGE_BYTES;
  for (let at = 0; at < items.length; at += READ_AT_ONCE) {
    const part = items.slice(at, at + READ_AT_ONCE);
    const entries = await store.messages.entries(part.map(({ value }) => logIdOf(value)));
    for (const [index, { position, value }] of part.entries()) {
      const entry = await whole(context, entries[index] ?? null);
      const root = await rootOf(context, entry);
      const json = entry && eventFrame(context, bot, position, codeOf(value), entry, root);
      if (json === null) {
        context.report(new Error("An event has no message"), { bot: bot.id, seq: position });
      }
      room -= byteLength(json ?? "");
      if (room < 0 && frames.length > 0) return frames;
      frames.push({ seq: position, json });
    }
  }
  return frames;
}

async function whole(context: Context, entry: Entry | null): Promise<Entry | null> {
  if (entry?.kind !== "final" || entry.message !== undefined) return entry;
  return { ...entry, message: await context.store.messages.get(entry.messageId) ?? undefined };
}

async function rootOf(context: Context, entry: Entry | null): Promise<MessageEntry | null> {
  if (entry === null || entry.kind === "change" || entry.parentId === null) return null;
  // Opened for its count of replies, which the root's record shows.
  await context.store.threads.open(entry.parentId);
  return await context.store.messages.get(entry.parentId);
}

/** Where a bot's reading begins: contract §4, "Where it starts". */
export function startOf(
  context: Context,
  bot: Pick<BotRecord, "ref">,
  after: string | null,
): number | null {
  const { cursors } = context.store;
  const acked = cursors.acked(bot.ref);
  const latest = cursors.latest(bot.ref);
  if (after === null) return acked ?? latest;
  if (after === "acked") return acked ?? cursors.oldest(bot.ref) - 1;
  if (!/^\d{1,16}$/.test(after)) return null;
  return Math.min(Number(after), latest);
}
