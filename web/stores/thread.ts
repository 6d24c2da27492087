// The open thread: its root, its replies, and the text that streams into them.
import { batch, computed, type Signal, signal } from "@preact/signals";
import type { Message } from "../../wire/records.ts";
import { ApiError, get, post } from "../api.ts";
import { t } from "../strings.ts";
import { joinPiece, type LiveText, liveText } from "./live_text.ts";
import { EMPTY_LIST, withChanged } from "./message_list.ts";
import { MessageWindow } from "./message_window.ts";
import { notify } from "./notices.ts";
import { whenWithoutStream } from "./session.ts";
import { onFrame, resubscribe, subscribe } from "./stream.ts";

const shown = signal<{ rootId: number; window: MessageWindow } | null>(null);
export const threadRoot = signal<Message | null>(null);
export const thread = computed(() => shown.value?.window.list.value ?? EMPTY_LIST);
export const ownReply = computed(() => shown.value?.window.own.value ?? 0);
export const threadState = signal<"loading" | "ready" | "missing">("loading");

/** Texts being written, apart from the list, so that a piece redraws one message and not the thread. */
const texts = new Map<number, Signal<LiveText>>();
let unsubscribe = () => {};

export function textOf(message: Message): Signal<LiveText> {
  let text = texts.get(message.message_id);
  if (!text) texts.set(message.message_id, text = signal(liveText(message.content)));
  return text;
}

function windowOf(rootId: number | null): MessageWindow | null {
  return shown.value?.rootId === rootId ? shown.value.window : null;
}

interface Replies {
  root: Message;
  messages: Message[];
  has_more: boolean;
}

export function openThread(rootId: number): void {
  if (windowOf(rootId)) return;
  closeThread();
  batch(() => {
    shown.value = { rootId, window: new MessageWindow(pathOf(rootId), get<Replies>) };
    threadRoot.value = null;
    threadState.value = "loading";
  });
  unsubscribe = subscribe({ thread: rootId });
  // The snapshot brings the thread; this tells whether it exists, also while the stream is away.
  loadFirst(rootId);
}

export function closeThread(): void {
  unsubscribe();
  unsubscribe = () => {};
  texts.clear();
  shown.value = null;
}

const pathOf = (rootId: number) => `/messages/${rootId}/replies`;

async function loadFirst(rootId: number): Promise<void> {
  try {
    const answer = await get<Replies>(pathOf(rootId));
    if (threadState.value !== "ready") take(rootId, answer);
  } catch (error) {
    const isMissing = error instanceof ApiError && [403, 404].includes(error.status);
    if (windowOf(rootId) && isMissing) threadState.value = "missing";
  }
}

function take(rootId: number, replies: Replies): void {
  const window = windowOf(rootId);
  if (!window) return;
  batch(() => {
    threadRoot.value = replies.root;
    for (const message of replies.messages) textOf(message).value = liveText(message.content);
    // A window that ends before the newest stays where the reader put it.
    if (!thread.value.hasNewer) window.take(replies);
    threadState.value = "ready";
  });
}

/** What cannot be fetched now is asked for again by scrolling. */
function load(work: (window: MessageWindow) => Promise<unknown>): void {
  if (shown.value) work(shown.value.window).catch(() => {});
}

export const loadOlderReplies = () => load((window) => window.loadOlder());
export const loadNewerReplies = () => load((window) => window.loadNewer());

/** Brings the part of the thread that a link leads to. */
export const showReply = (messageId: number) =>
  load(async (window) => {
    if (!await window.show(messageId)) notify(t("message.missing"), "failed");
  });

export async function postReply(rootId: number, content: string): Promise<Message> {
  const { message } = await post<{ message: Message }>(`/messages/${rootId}/replies`, { content });
  await windowOf(rootId)?.addOwn(message);
  return message;
}

export async function stopReply(messageId: number): Promise<void> {
  await post(`/messages/${messageId}/cancel`);
}

onFrame("snapshot", (frame) => {
  if ("thread" in frame) take(frame.thread, frame);
});
whenWithoutStream(async () => {
  const rootId = shown.value?.rootId;
  if (rootId) take(rootId, await get<Replies>(pathOf(rootId)));
});
onFrame("ThreadReplyEvent", ({ message, reply_count }) => {
  const window = windowOf(message.parent_message_id);
  if (!window) return;
  batch(() => {
    if (!window.has(message.message_id)) textOf(message).value = liveText(message.content);
    window.add(message);
    if (threadRoot.value) threadRoot.value = { ...threadRoot.value, reply_count };
  });
});
onFrame("ThreadReplyContentEvent", (frame) => {
  const window = windowOf(frame.parent_message_id);
  if (!window) return;
  const text = texts.get(frame.message_id);
  const joined = text ? joinPiece(text.peek(), frame) : null;
  if (text && joined) text.value = joined;
  else resubscribe({ thread: frame.parent_message_id });
  const current = thread.value.messages.find((each) => each.message_id === frame.message_id);
  // Text again means that the bot is not silent any more.
  if (current?.stalled) setStatus(window, { ...current, stalled: false });
});
onFrame("ThreadReplyStatusEvent", ({ message }) => {
  const window = windowOf(message.parent_message_id);
  if (!window) return;
  batch(() => {
    if (message.status === "OK") textOf(message).value = liveText(message.content);
    setStatus(window, message);
  });
});

function setStatus(window: MessageWindow, message: Message): void {
  window.list.value = withChanged(window.list.peek(), message.message_id, () => message);
}

onFrame("unsubscribed", ({ thread }) => {
  if (thread === undefined || !windowOf(thread)) return;
  closeThread();
  threadState.value = "missing";
});
