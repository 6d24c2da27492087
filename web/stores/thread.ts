// The open thread: its root, its replies, and the text that streams into them.
import { batch, type Signal, signal } from "@preact/signals";
import type { Message } from "../../wire/records.ts";
import { ApiError, get, post } from "../api.ts";
import { joinPiece, type LiveText, liveText } from "./live_text.ts";
import {
  EMPTY_LIST,
  type MessageList,
  withChanged,
  withNewer,
  withNewest,
  withOlder,
  withPosted,
} from "./message_list.ts";
import { onFrame, resubscribe, subscribe } from "./stream.ts";

export const threadRoot = signal<Message | null>(null);
export const threadId = signal<number | null>(null);
export const thread = signal<MessageList>(EMPTY_LIST);
export const threadState = signal<"loading" | "ready" | "missing">("loading");

/** Texts being written, apart from the list, so that a piece redraws one message and not the thread. */
const texts = new Map<number, Signal<LiveText>>();
let unsubscribe = () => {};
let loading = false;

export function textOf(message: Message): Signal<LiveText> {
  let text = texts.get(message.message_id);
  if (!text) texts.set(message.message_id, text = signal(liveText(message.content)));
  return text;
}

export function openThread(root: number): void {
  if (threadId.value === root) return;
  closeThread();
  batch(() => {
    threadId.value = root;
    threadRoot.value = null;
    thread.value = EMPTY_LIST;
    threadState.value = "loading";
  });
  unsubscribe = subscribe({ thread: root });
  // The snapshot brings the thread; this tells whether it exists, also while the stream is away.
  load(root);
}

export function closeThread(): void {
  unsubscribe();
  unsubscribe = () => {};
  texts.clear();
  threadId.value = null;
}

type Replies = { root: Message; messages: Message[]; has_more: boolean };

async function load(root: number): Promise<void> {
  try {
    const answer = await get<Replies>(`/messages/${root}/replies`);
    if (threadId.value !== root || threadState.value === "ready") return;
    take(answer.root, answer.messages, answer.has_more);
  } catch (error) {
    const isMissing = error instanceof ApiError && [403, 404].includes(error.status);
    if (threadId.value === root && isMissing) threadState.value = "missing";
  }
}

function take(root: Message, messages: Message[], hasMore: boolean): void {
  batch(() => {
    threadRoot.value = root;
    for (const message of messages) textOf(message).value = liveText(message.content);
    // A window that ends before the newest stays where the reader put it.
    if (!thread.value.hasNewer) thread.value = withNewest(thread.value, messages, hasMore);
    threadState.value = "ready";
  });
}

type Joined = (list: MessageList, messages: Message[], hasMore: boolean) => MessageList;

/** One page at a time: scrolling asks again and again. */
async function page(query: string, join: Joined): Promise<void> {
  const root = threadId.value;
  if (loading) return;
  loading = true;
  try {
    const answer = await get<Replies>(`/messages/${root}/replies${query}`);
    if (threadId.value !== root) return;
    thread.value = join(thread.value, answer.messages, answer.has_more);
  } finally {
    loading = false;
  }
}

export async function loadOlderReplies(): Promise<void> {
  const first = thread.value.messages[0];
  if (first && thread.value.hasOlder) await page(`?before=${first.message_id}`, withOlder);
}

export async function loadNewerReplies(): Promise<void> {
  const last = thread.value.messages.at(-1);
  if (last && thread.value.hasNewer) await page(`?after=${last.message_id}`, withNewer);
}

/** Brings the part of the thread that a link leads to; what follows it comes when it is scrolled to. */
export async function showReply(messageId: number): Promise<void> {
  if (thread.value.messages.some((message) => message.message_id === messageId)) return;
  await page(`?before=${messageId + 1}`, (_, messages, hasOlder) => ({
    messages,
    hasOlder,
    hasNewer: true,
  }));
  await loadNewerReplies();
}

export async function postReply(root: number, content: string): Promise<Message> {
  const { message } = await post<{ message: Message }>(`/messages/${root}/replies`, { content });
  if (threadId.value !== root) return message;
  if (thread.value.hasNewer) await page("", withNewest);
  else thread.value = withPosted(thread.value, message);
  return message;
}

export async function stopReply(messageId: number): Promise<void> {
  await post(`/messages/${messageId}/cancel`);
}

onFrame("snapshot", (frame) => {
  if ("thread" in frame && frame.thread === threadId.value) {
    take(frame.root, frame.messages, frame.has_more);
  }
});
onFrame("ThreadReplyEvent", ({ message, reply_count }) => {
  if (message.parent_message_id !== threadId.value) return;
  batch(() => {
    const isKnown = thread.value.messages.some((each) => each.message_id === message.message_id);
    if (!isKnown) textOf(message).value = liveText(message.content);
    thread.value = withPosted(thread.value, message);
    if (threadRoot.value) threadRoot.value = { ...threadRoot.value, reply_count };
  });
});
onFrame("ThreadReplyContentEvent", (frame) => {
  if (frame.parent_message_id !== threadId.value) return;
  const text = texts.get(frame.message_id);
  const joined = text ? joinPiece(text.peek(), frame) : null;
  if (text && joined) text.value = joined;
  else resubscribe({ thread: frame.parent_message_id });
  const current = thread.value.messages.find((each) => each.message_id === frame.message_id);
  // Text again means that the bot is not silent any more.
  if (current?.stalled) setStatus({ ...current, stalled: false });
});
onFrame("ThreadReplyStatusEvent", ({ message }) => {
  if (message.parent_message_id !== threadId.value) return;
  batch(() => {
    if (message.status === "OK") textOf(message).value = liveText(message.content);
    setStatus(message);
  });
});

function setStatus(message: Message): void {
  thread.value = withChanged(thread.value, message.message_id, () => message);
}

onFrame("unsubscribed", (frame) => {
  if (frame.thread === undefined || frame.thread !== threadId.value) return;
  closeThread();
  threadState.value = "missing";
});
