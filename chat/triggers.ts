// Who gets which event: the one place that decides it.
import type { AuthorSnapshot } from "../store/entries.ts";
import type { Directory } from "../store/directory.ts";
import type { BotRecord, ChatRecord } from "../store/records.ts";
import { eventCode, type EventType, type TriggerName } from "./event_codes.ts";

/** From here on nothing is triggered, so that bots cannot answer each other without end. */
export const MAX_HOPS = 3;

export interface Happening {
  chat: ChatRecord;
  author: AuthorSnapshot;
  mentions: readonly string[];
  hops: number;
  /** The bots (by ref) that take part in the thread of a reply; null for a root message. */
  threadBots: ReadonlySet<number> | null;
}

const NONE: readonly [number, number][] = [];

/** The bots that a finished message triggers, each with its event's code. */
export function triggered(
  happening: Happening,
  directory: Directory,
): readonly [bot: number, code: number][] {
  const { chat, mentions, threadBots, author, hops } = happening;
  const listening = listeningBots(chat.id, directory);
  if (listening.length === 0 || hops >= MAX_HOPS) return NONE;
  const type: EventType = threadBots === null ? "message.new" : "thread.reply.new";
  const events: [number, number][] = [];
  for (const bot of listening) {
    // Contract §4: never for its own messages.
    if (bot.id === author.id) continue;
    const trigger = triggerOf(bot, chat, mentions, threadBots, author.kind === "bot");
    if (trigger !== null) events.push([bot.ref, eventCode(type, trigger)]);
  }
  return events;
}

function triggerOf(
  bot: BotRecord,
  chat: ChatRecord,
  mentions: readonly string[],
  threadBots: ReadonlySet<number> | null,
  byBot: boolean,
): TriggerName | null {
  if (mentions.includes(bot.username)) return "mention";
  // Contract §4: messages by other bots trigger only by @mention.
  if (byBot) return null;
  if (chat.kind === "direct") return "direct";
  if (bot.triggerMode === "all") return "all";
  return threadBots?.has(bot.ref) ? "thread" : null;
}

const listening = new WeakMap<Directory, { revision: number; byChat: Map<number, BotRecord[]> }>();

/** The bots of a chat that hear anything at all, kept until the directory changes. */
function listeningBots(chatId: number, directory: Directory): BotRecord[] {
  let kept = listening.get(directory);
  if (kept === undefined || kept.revision !== directory.revision) {
    kept = { revision: directory.revision, byChat: new Map() };
    listening.set(directory, kept);
  }
  let bots = kept.byChat.get(chatId);
  if (bots === undefined) {
    bots = [...directory.membersOf(chatId).values()]
      .filter(({ kind }) => kind === "bot")
      .map(({ id }) => directory.bot(id))
      .filter((bot) => bot !== null)
      .filter((bot) => bot.enabled && bot.deletedAt === null && bot.triggerMode !== "manual");
    kept.byChat.set(chatId, bots);
  }
  return bots;
}
