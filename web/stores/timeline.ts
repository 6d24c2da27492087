// The messages of the open chat.
import { batch, computed, signal } from "@preact/signals";
import type { Message } from "../../wire/records.ts";
import { ApiError, get, post } from "../api.ts";
import { address, go } from "../route.ts";
import { t } from "../strings.ts";
import { EMPTY_LIST, type MessageList, withChanged } from "./message_list.ts";
import { MessageWindow } from "./message_window.ts";
import { notify } from "./notices.ts";
import { whenWithoutStream } from "./session.ts";
import { onFrame, subscribe } from "./stream.ts";

interface Shown {
  chatId: number;
  window: MessageWindow;
  /** Whether the stream has brought the newest messages. */
  isFresh: boolean;
}

const shown = signal<Shown | null>(null);
export const shownChat = computed(() => shown.value?.chatId ?? null);
export const timeline = computed(() => shown.value?.window.list.value ?? EMPTY_LIST);
export const ownMessage = computed(() => shown.value?.window.own.value ?? 0);
export const timelineState = signal<"loading" | "ready" | "missing" | "failed">("loading");
/** The message that a link led to. */
export const focusedMessage = signal<number | null>(null);
export const newestId = computed(() => timeline.value.messages.at(-1)?.message_id ?? 0);
/** Bots' replies being written, by the root of their thread. */
export const answering = signal<ReadonlyMap<number, Message>>(new Map());

const kept = new Map<number, MessageList>();
let unsubscribe = () => {};

export function openTimeline(chatId: number, messageId: number | null): void {
  if (shown.value?.chatId !== chatId) open(chatId, messageId);
  focusedMessage.value = messageId;
  if (messageId) showMessage(messageId);
}

function open(chatId: number, messageId: number | null): void {
  closeTimeline();
  const list = messageId ? EMPTY_LIST : kept.get(chatId);
  batch(() => {
    const window = new MessageWindow(`/chats/${chatId}/messages`, get, list);
    shown.value = { chatId, window, isFresh: false };
    timelineState.value = list?.messages.length ? "ready" : "loading";
    answering.value = new Map();
  });
  unsubscribe = subscribe({ chat_id: chatId });
  if (!messageId) loadFirst();
}

export function closeTimeline(): void {
  unsubscribe();
  unsubscribe = () => {};
  if (shown.value && !timeline.value.hasNewer) kept.set(shown.value.chatId, timeline.value);
  shown.value = null;
}

function windowOf(chatId: number): MessageWindow | null {
  return shown.value?.chatId === chatId ? shown.value.window : null;
}

/** A failure is shown where nothing else is; what is there already stays, and is asked for again by scrolling. */
async function load(work: (window: MessageWindow) => Promise<unknown>): Promise<void> {
  const at = shown.value;
  if (!at) return;
  try {
    await work(at.window);
    if (shown.value === at) timelineState.value = "ready";
  } catch (error) {
    if (shown.value !== at || timelineState.value === "ready") return;
    const isMissing = error instanceof ApiError && [403, 404].includes(error.status);
    timelineState.value = isMissing ? "missing" : "failed";
  }
}

export const loadNewest = () => load((window) => window.loadNewest());
export const loadOlder = () => load((window) => window.loadOlder());
export const loadNewer = () => load((window) => window.loadNewer());

/** The snapshot of the stream is fresher where it came first; this tells whether the chat exists. */
function loadFirst(): Promise<void> {
  const at = shown.value;
  return load(async (window) => {
    const page = await window.newest();
    if (!at?.isFresh) window.take(page);
  });
}

function showMessage(messageId: number): Promise<void> {
  const at = shown.value;
  return load(async (window) => {
    if (await window.show(messageId) || shown.value !== at) return;
    // What is not among the chat's own messages may be a reply, or a message of another chat.
    const message = await get<{ message: Message }>(`/messages/${messageId}`)
      .then((answer) => answer.message, () => null);
    if (shown.value !== at || focusedMessage.value !== messageId) return;
    if (message) go(address.of(message), { replace: true });
    else notify(t("message.missing"), "failed");
  });
}

export async function postMessage(chatId: number, content: string): Promise<Message> {
  const { message } = await post<{ message: Message }>(`/chats/${chatId}/messages`, { content });
  await windowOf(chatId)?.addOwn(message);
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
  const window = "chat_id" in frame ? windowOf(frame.chat_id) : null;
  // A window that ends before the newest stays where the reader put it, and one that a link opened waits for that.
  const isElsewhere = timelineState.value === "loading" && focusedMessage.value;
  if (!window || isElsewhere || timeline.value.hasNewer) return;
  batch(() => {
    window.take(frame);
    shown.value!.isFresh = true;
    timelineState.value = "ready";
    answering.value = new Map();
  });
});
onFrame("MessageEvent", ({ message }) => windowOf(message.chat_id)?.add(message));
onFrame("ThreadReplyEvent", ({ message, reply_count }) => {
  const window = windowOf(message.chat_id);
  if (!window) return;
  const withCount = (root: Message) => ({ ...root, reply_count });
  window.list.value = withChanged(timeline.value, message.parent_message_id!, withCount);
  noteAnswer(message);
});
onFrame("ThreadReplyStatusEvent", ({ message }) => {
  if (windowOf(message.chat_id)) noteAnswer(message);
});
whenWithoutStream(async () => {
  if (!timeline.value.hasNewer) await loadNewest();
});
// The reader is no member of the chat any more: what was shown is not theirs to see.
onFrame("unsubscribed", ({ chat_id }) => {
  if (chat_id === undefined) return;
  kept.delete(chat_id);
  const window = windowOf(chat_id);
  if (!window) return;
  batch(() => {
    window.list.value = EMPTY_LIST;
    timelineState.value = "missing";
  });
});
