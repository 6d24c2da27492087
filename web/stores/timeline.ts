// The messages of the open chat.
import { batch, computed, signal } from "@preact/signals";
import type { Message } from "../../wire/records.ts";
import { ApiError, get, post } from "../api.ts";
import {
  EMPTY_LIST,
  type MessageList,
  withChanged,
  withNewer,
  withNewest,
  withOlder,
  withPosted,
} from "./message_list.ts";
import { onFrame, subscribe } from "./stream.ts";

type Page = { messages: Message[]; has_more: boolean };

const PAGE = 50;

export const timelineChat = signal<number | null>(null);
export const timeline = signal<MessageList>(EMPTY_LIST);
export const timelineState = signal<"loading" | "ready" | "missing" | "failed">("loading");
/** The message that a link led to. */
export const focusedMessage = signal<number | null>(null);
export const newestId = computed(() => timeline.value.messages.at(-1)?.message_id ?? 0);
/** Messages that arrived while the window ended before them. */
export const waitingBelow = signal(0);
/** Bots' replies being written, by the root of their thread. */
export const answering = signal<ReadonlyMap<number, Message>>(new Map());

const kept = new Map<number, MessageList>();
let unsubscribe = () => {};
let loading: Promise<void> | null = null;
/** What arrived while the window ended before it: a page read meanwhile may be older than these. */
let held: Message[] = [];
const MAX_HELD = 500;

export function openTimeline(chatId: number, messageId: number | null): void {
  if (timelineChat.value === chatId) {
    if (messageId) showMessage(messageId);
    return;
  }
  closeTimeline();
  batch(() => {
    timelineChat.value = chatId;
    timeline.value = messageId ? EMPTY_LIST : kept.get(chatId) ?? EMPTY_LIST;
    timelineState.value = timeline.value.messages.length > 0 ? "ready" : "loading";
    focusedMessage.value = null;
    waitingBelow.value = 0;
    held = [];
    answering.value = new Map();
  });
  unsubscribe = subscribe({ chat_id: chatId });
  if (messageId) showMessage(messageId);
  else loadFirst();
}

export function closeTimeline(): void {
  const chatId = timelineChat.value;
  unsubscribe();
  unsubscribe = () => {};
  if (chatId !== null && !timeline.value.hasNewer) kept.set(chatId, timeline.value);
  timelineChat.value = null;
}

async function page(query: string, apply: (list: MessageList, page: Page) => MessageList) {
  const chatId = timelineChat.value;
  try {
    const answer = await get<Page>(`/chats/${chatId}/messages?limit=${PAGE}${query}`);
    if (timelineChat.value !== chatId) return;
    batch(() => {
      let list = apply(timeline.value, answer);
      if (!list.hasNewer) {
        for (const message of held) list = withPosted(list, message);
        held = [];
        waitingBelow.value = 0;
      }
      timeline.value = list;
      timelineState.value = "ready";
    });
  } catch (error) {
    if (timelineChat.value !== chatId || timelineState.value === "ready") return;
    const isMissing = error instanceof ApiError && [403, 404].includes(error.status);
    timelineState.value = isMissing ? "missing" : "failed";
  }
}

/** One page at a time: scrolling asks again and again. */
function once(work: () => Promise<void>): Promise<void> {
  return loading ??= work().finally(() => loading = null);
}

export function loadNewest(): Promise<void> {
  return page("", (list, { messages, has_more }) => withNewest(list, messages, has_more));
}

/** The snapshot of the stream is fresher where it came first; this tells whether the chat exists. */
function loadFirst(): Promise<void> {
  return page(
    "",
    (list, { messages, has_more }) =>
      timelineState.value === "ready" ? list : withNewest(list, messages, has_more),
  );
}

export function loadOlder(): Promise<void> {
  const first = timeline.value.messages[0];
  if (!first || !timeline.value.hasOlder) return Promise.resolve();
  return once(() =>
    page(
      `&before=${first.message_id}`,
      (list, answer) => withOlder(list, answer.messages, answer.has_more),
    )
  );
}

export function loadNewer(): Promise<void> {
  const last = timeline.value.messages.at(-1);
  if (!last || !timeline.value.hasNewer) return Promise.resolve();
  return once(() =>
    page(
      `&after=${last.message_id}`,
      (list, answer) => withNewer(list, answer.messages, answer.has_more),
    )
  );
}

async function showMessage(messageId: number): Promise<void> {
  if (!timeline.value.messages.some((message) => message.message_id === messageId)) {
    await page(`&before=${messageId + 1}`, (_, answer) => ({
      messages: answer.messages,
      hasOlder: answer.has_more,
      // Whether there are newer ones is known after the next page.
      hasNewer: true,
    }));
    await loadNewer();
  }
  focusedMessage.value = messageId;
}

export async function postMessage(chatId: number, content: string): Promise<Message> {
  const { message } = await post<{ message: Message }>(`/chats/${chatId}/messages`, { content });
  if (timelineChat.value !== chatId) return message;
  if (timeline.value.hasNewer) await loadNewest();
  else timeline.value = withPosted(timeline.value, message);
  return message;
}

function noteAnswer(message: Message): void {
  const root = message.parent_message_id!;
  const next = new Map(answering.value);
  if (message.status === "GN") next.set(root, message);
  else if (next.get(root)?.message_id === message.message_id) next.delete(root);
  else return;
  answering.value = next;
}

onFrame("snapshot", (frame) => {
  if (!("chat_id" in frame) || frame.chat_id !== timelineChat.value) return;
  // A window that ends before the newest stays where the reader put it.
  if (timeline.value.hasNewer || (focusedMessage.value && timelineState.value === "loading")) {
    return;
  }
  batch(() => {
    timeline.value = withNewest(timeline.value, frame.messages, frame.has_more);
    timelineState.value = "ready";
    answering.value = new Map();
  });
});
onFrame("MessageEvent", ({ message }) => {
  if (message.chat_id !== timelineChat.value) return;
  if (timeline.value.hasNewer) {
    waitingBelow.value++;
    held = [...held.slice(1 - MAX_HELD), message];
  }
  timeline.value = withPosted(timeline.value, message);
});
onFrame("ThreadReplyEvent", ({ message, reply_count }) => {
  if (message.chat_id !== timelineChat.value) return;
  timeline.value = withChanged(
    timeline.value,
    message.parent_message_id!,
    (root) => ({ ...root, reply_count }),
  );
  noteAnswer(message);
});
onFrame("ThreadReplyStatusEvent", ({ message }) => {
  if (message.chat_id === timelineChat.value) noteAnswer(message);
});
// The reader is no member of the chat any more: what was shown is not theirs to see.
onFrame("unsubscribed", ({ chat_id }) => {
  if (chat_id === undefined) return;
  kept.delete(chat_id);
  if (chat_id !== timelineChat.value) return;
  batch(() => {
    timeline.value = EMPTY_LIST;
    timelineState.value = "missing";
  });
});
