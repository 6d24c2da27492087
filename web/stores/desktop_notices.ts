// Tells of messages outside the page while nobody looks at it, for those who chose so in this browser.
import { signal } from "@preact/signals";
import type { Message } from "../../wire/records.ts";
import { get } from "../api.ts";
import { address, go } from "../route.ts";
import { t } from "../strings.ts";
import { chatOf } from "./chats.ts";
import { notify } from "./notices.ts";
import { me } from "./session.ts";
import { onFrame } from "./stream.ts";

/** "direct" is what is meant for the reader: mentions, direct messages, answers to what the reader wrote. */
export type NoticeLevel = "off" | "direct" | "all";

const KEPT = "parley.notifications";
const LONGEST_TEXT = 200;

/** Browsers have no notifications for pages that came over plain http from another machine. */
export const canNotify = "Notification" in globalThis;

function keptLevel(): NoticeLevel {
  const kept = localStorage.getItem(KEPT);
  const isAllowed = canNotify && Notification.permission === "granted";
  return isAllowed && (kept === "direct" || kept === "all") ? kept : "off";
}

export const noticeLevel = signal<NoticeLevel>(keptLevel());

export async function chooseNoticeLevel(next: NoticeLevel): Promise<void> {
  noticeLevel.value = next;
  if (next !== "off" && await Notification.requestPermission() !== "granted") {
    notify(t("notifications.blocked"), "failed");
    noticeLevel.value = "off";
  }
  localStorage.setItem(KEPT, noticeLevel.value);
}

const isLookedAt = () => !document.hidden && document.hasFocus();

function isWanted(chatId: number, isMention: boolean): boolean {
  if (noticeLevel.value === "off" || isLookedAt()) return false;
  return noticeLevel.value === "all" || isMention || chatOf(chatId)?.kind === "direct";
}

function show(message: Message): void {
  const { author, chat_id, content } = message;
  if (author.id === me.value?.user_id) return;
  const chat = chatOf(chat_id);
  const isGroup = chat?.kind === "group";
  const title = isGroup
    ? t("notifications.title", { name: author.display_name, chat: chat.name })
    : author.display_name;
  // One for each chat: the newest stands for those before it, in however many tabs.
  const options = { body: content.slice(0, LONGEST_TEXT), tag: `chat-${chat_id}` };
  const notification = new Notification(title, options);
  notification.onclick = () => {
    focus();
    go(address.of(message));
    notification.close();
  };
}

async function fetched(messageId: number): Promise<Message> {
  return (await get<{ message: Message }>(`/messages/${messageId}`)).message;
}

/** A reply matters to whoever began the thread. */
async function showAnswer(reply: Message): Promise<void> {
  if (noticeLevel.value === "off" || isLookedAt()) return;
  const root = await fetched(reply.parent_message_id!);
  if (noticeLevel.value === "all" || root.author.id === me.value?.user_id) show(reply);
}

/** A notification that cannot be shown is no reason to trouble the reader: the message is in the chat. */
const quietly = (shown: Promise<void>) => void shown.catch(() => {});

export function watchNotices(): void {
  if (!canNotify) return;
  onFrame("UnreadEvent", ({ chat_id, message_id, mentions_me }) => {
    if (isWanted(chat_id, mentions_me)) quietly(fetched(message_id).then(show));
  });
  onFrame("MessageEvent", ({ message }) => {
    const isMention = message.mentions.includes(me.value?.username ?? "");
    if (isWanted(message.chat_id, isMention)) show(message);
  });
  onFrame("ThreadReplyEvent", ({ message }) => {
    if (message.status === "OK") quietly(showAnswer(message));
  });
  onFrame("ThreadReplyStatusEvent", ({ message }) => {
    if (message.status === "OK") quietly(showAnswer(message));
  });
}
