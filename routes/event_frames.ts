// Events as the bots read them. A message that goes to many bots is turned into JSON once.
import { createHash } from "node:crypto";
import { encodeTime } from "ulid";
import { chatNameFor } from "../chat/chats.ts";
import type { Context } from "../chat/context.ts";
import { eventMeaning } from "../chat/event_codes.ts";
import { withoutLeadingMention } from "../chat/mentions.ts";
import { viewOf } from "../chat/reading.ts";
import type { Entry, MessageEntry } from "../store/entries.ts";
import type { BotRecord } from "../store/records.ts";
import { messageRecord, time } from "./records.ts";

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The ULID of an event: the same at every delivery, so it need not be stored. */
export function eventIdOf(bot: BotRecord, seq: number, at: number): string {
  const digest = createHash("sha256").update(`${bot.id}/${seq}`).digest();
  let tail = "";
  for (let i = 0; i < 16; i++) tail += CROCKFORD[digest[i]! & 31];
  return encodeTime(at, 10) + tail;
}

/** The frame of an event as JSON, or null where the thread's root is not in memory and `root` is not given. */
export function eventFrame(
  context: Context,
  bot: BotRecord,
  seq: number,
  code: number,
  entry: Entry,
  root?: MessageEntry | null,
): string | null {
  const { type, trigger } = eventMeaning(code);
  const head = `{"type":"${type}","seq":${seq},"event_id":"${eventIdOf(bot, seq, entry.at)}",` +
    `"created_at":"${time(entry.at)}","data":`;
  if (entry.kind === "cancel") {
    const { messageId, chatId, parentId } = entry;
    const data = { message_id: messageId, chat_id: chatId, parent_message_id: parentId };
    return `${head}${JSON.stringify(data)}}`;
  }
  const message = entry.kind === "final" ? entry.message : entry;
  if (message?.kind !== "message") return null;
  const shared = sharedJson(context, message, bot);
  const rootId = message.parentId ?? message.id;
  let parent = "";
  if (type === "thread.reply.new") {
    const found = root ?? context.store.messages.peek(rootId);
    if (found?.kind !== "message") return null;
    parent = `,"parent":${rootJson(context, found)}`;
  }
  const text = withoutLeadingMention(message.content, bot.username);
  const textJson = text === message.content ? shared.content : JSON.stringify(text);
  return `${head}{"chat":${shared.chat},"message":${shared.message},` +
    `"mentions_bot":${message.mentions.includes(bot.username)},"trigger":"${trigger}",` +
    `"text":${textJson},"parent_message_id":${rootId},` +
    `"session_id":"svc:${message.chatId}:${rootId}","hops":${message.hops}${parent}}}`;
}

const keptRoots = new WeakMap<MessageEntry, { count: number; json: string }>();

function rootJson(context: Context, root: MessageEntry): string {
  const count = context.store.threads.known(root.id)?.count ?? 0;
  let known = keptRoots.get(root);
  if (known?.count !== count) {
    known = { count, json: JSON.stringify(messageRecord(viewOf(context, root, count))) };
    keptRoots.set(root, known);
  }
  return known.json;
}

interface SharedJson {
  chat: string;
  message: string;
  content: string;
}

const kept = new WeakMap<MessageEntry, SharedJson>();

function sharedJson(context: Context, entry: MessageEntry, bot: BotRecord): SharedJson {
  let json = kept.get(entry);
  if (json === undefined) {
    const { store } = context;
    const chat = store.directory.chat(entry.chatId);
    const kind = chat?.kind ?? "group";
    // Only a direct chat has a name for each member, and it has one bot.
    const name = chat === null ? "" : chatNameFor(store, chat, bot.id);
    json = {
      chat: JSON.stringify({ chat_id: entry.chatId, name, kind }),
      message: JSON.stringify(messageRecord(viewOf(context, entry, 0))),
      content: JSON.stringify(entry.content),
    };
    kept.set(entry, json);
  }
  return json;
}
