// A window of messages in order, oldest first, that never grows without bound.
import type { Message } from "../../wire/records.ts";

export interface MessageList {
  messages: Message[];
  hasOlder: boolean;
  hasNewer: boolean;
  /** What arrived while the window ended before it: a page read meanwhile may be older than these. */
  held: Message[];
  /** How many arrived so. */
  waiting: number;
}

export const EMPTY_LIST: MessageList = {
  messages: [],
  hasOlder: false,
  hasNewer: false,
  held: [],
  waiting: 0,
};

/** How many messages the page holds at once; further ones are loaded when they are scrolled to. */
export const WINDOW = 200;
const MAX_HELD = 500;

function union(left: Message[], right: Message[]): Message[] {
  const byId = new Map<number, Message>();
  for (const message of [...left, ...right]) byId.set(message.message_id, message);
  return [...byId.values()].sort((a, b) => a.message_id - b.message_id);
}

/** Puts in a newest page: it continues the list when they touch, and replaces it when messages between are unknown. */
export function withNewest(list: MessageList, page: Message[], hasMore: boolean): MessageList {
  const last = list.messages.at(-1);
  const touches = last && page.some((message) => message.message_id <= last.message_id);
  if (list.hasNewer || (last && hasMore && !touches)) {
    return withEnd({ ...list, messages: page, hasOlder: hasMore, hasNewer: false });
  }
  const hasOlder = last && page.length > 0 && page[0]!.message_id > list.messages[0]!.message_id
    ? list.hasOlder
    : hasMore;
  return withEnd({ ...list, messages: union(list.messages, page), hasOlder, hasNewer: false });
}

export function withOlder(list: MessageList, page: Message[], hasMore: boolean): MessageList {
  const messages = union(page, list.messages);
  return messages.length > WINDOW
    ? { ...list, messages: messages.slice(0, WINDOW), hasOlder: hasMore, hasNewer: true }
    : { ...list, messages, hasOlder: hasMore };
}

export function withNewer(list: MessageList, page: Message[], hasMore: boolean): MessageList {
  return withEnd({ ...list, messages: union(list.messages, page), hasNewer: hasMore });
}

/** A page from the midst; whether newer ones follow is known after the next. */
export function around(list: MessageList, page: Message[], hasMore: boolean): MessageList {
  return { ...list, messages: page, hasOlder: hasMore, hasNewer: true };
}

/** A message that was just posted; held back while the window ends before the newest. */
export function withPosted(list: MessageList, message: Message): MessageList {
  const isKnown = list.messages.some((each) => each.message_id === message.message_id);
  if (list.hasNewer && !isKnown) {
    const held = [...list.held.slice(1 - MAX_HELD), message];
    return { ...list, held, waiting: list.waiting + 1 };
  }
  return trimOldest({ ...list, messages: union(list.messages, [message]) });
}

/** Changes one message in place; the list stays the same object when it is not there. */
export function withChanged(
  list: MessageList,
  messageId: number,
  change: (message: Message) => Message,
): MessageList {
  for (const part of ["messages", "held"] as const) {
    const index = list[part].findIndex((message) => message.message_id === messageId);
    if (index >= 0) return { ...list, [part]: list[part].with(index, change(list[part][index]!)) };
  }
  return list;
}

/** Where the window reaches the newest, what was held back joins it. */
function withEnd(list: MessageList): MessageList {
  if (list.hasNewer) return trimOldest(list);
  const messages = list.held.length > 0 ? union(list.held, list.messages) : list.messages;
  return trimOldest({ ...list, messages, held: [], waiting: 0 });
}

function trimOldest(list: MessageList): MessageList {
  if (list.messages.length <= WINDOW) return list;
  return { ...list, messages: list.messages.slice(-WINDOW), hasOlder: true };
}
