// A window of messages in order, oldest first, that never grows without bound.
import type { Message } from "../../wire/records.ts";

export interface MessageList {
  messages: Message[];
  hasOlder: boolean;
  hasNewer: boolean;
}

export const EMPTY_LIST: MessageList = { messages: [], hasOlder: false, hasNewer: false };

/** How many messages the page holds at once; further ones are loaded when they are scrolled to. */
export const WINDOW = 200;

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
    return { messages: page, hasOlder: hasMore, hasNewer: false };
  }
  const hasOlder = last && page.length > 0 && page[0]!.message_id > list.messages[0]!.message_id
    ? list.hasOlder
    : hasMore;
  return trimOldest({ messages: union(list.messages, page), hasOlder, hasNewer: false });
}

export function withOlder(list: MessageList, page: Message[], hasMore: boolean): MessageList {
  const messages = union(page, list.messages);
  return messages.length > WINDOW
    ? { messages: messages.slice(0, WINDOW), hasOlder: hasMore, hasNewer: true }
    : { ...list, messages, hasOlder: hasMore };
}

export function withNewer(list: MessageList, page: Message[], hasMore: boolean): MessageList {
  return trimOldest({
    messages: union(list.messages, page),
    hasOlder: list.hasOlder,
    hasNewer: hasMore,
  });
}

/** A message that was just posted; left out while the window ends before the newest. */
export function withPosted(list: MessageList, message: Message): MessageList {
  const isKnown = list.messages.some((each) => each.message_id === message.message_id);
  if (list.hasNewer && !isKnown) return list;
  return trimOldest({ ...list, messages: union(list.messages, [message]) });
}

/** Changes one message in place; the list stays the same object when it is not there. */
export function withChanged(
  list: MessageList,
  messageId: number,
  change: (message: Message) => Message,
): MessageList {
  const index = list.messages.findIndex((message) => message.message_id === messageId);
  if (index < 0) return list;
  return { ...list, messages: list.messages.with(index, change(list.messages[index]!)) };
}

function trimOldest(list: MessageList): MessageList {
  if (list.messages.length <= WINDOW) return list;
  return { ...list, messages: list.messages.slice(-WINDOW), hasOlder: true };
}
