// The chats in the sidebar, with what is unread in them.
import { computed, signal } from "@preact/signals";
import type { Chat } from "../../wire/records.ts";
import { ApiError, get, post, put } from "../api.ts";
import { me, whenWithoutStream } from "./session.ts";
import { onFrame } from "./stream.ts";

export const chats = signal<Chat[]>([]);
export const chatsLoaded = signal(false);

const open = computed(() => chats.value.filter((chat) => !chat.archived));
const byName = (a: Chat, b: Chat) => a.name.localeCompare(b.name);
export const groups = computed(() =>
  open.value.filter((chat) => chat.kind === "group").sort(byName)
);
export const directs = computed(() =>
  open.value.filter((chat) => chat.kind === "direct").sort(byName)
);
export const unreadTotal = computed(() =>
  chats.value.reduce((sum, chat) => sum + (chat.unread_count ?? 0), 0)
);

export function chatOf(chatId: number): Chat | null {
  return chats.value.find((chat) => chat.chat_id === chatId) ?? null;
}

function change(chatId: number, next: (chat: Chat) => Chat): void {
  chats.value = chats.value.map((chat) => chat.chat_id === chatId ? next(chat) : chat);
}

export function putChat(chat: Chat): void {
  const known = chatOf(chat.chat_id);
  chats.value = known
    ? chats.value.map((each) => each === known ? { ...known, ...chat } : each)
    : [...chats.value, chat];
}

export async function loadChats(): Promise<void> {
  const answer = await get<{ chats: Chat[] }>("/chats");
  chats.value = answer.chats;
  chatsLoaded.value = true;
}

export async function createGroup(name: string): Promise<Chat> {
  const { chat } = await post<{ chat: Chat }>("/chats", { name, kind: "group" });
  putChat(chat);
  return chat;
}

export async function openDirect(username: string): Promise<Chat> {
  const { chat } = await post<{ chat: Chat }>("/chats", { kind: "direct", username });
  putChat(chat);
  return chat;
}

/** Tells the server how far the reader got; the count of unread messages is gone at once. */
export function markRead(chatId: number, messageId: number): void {
  const chat = chatOf(chatId);
  if (!chat || ((chat.read_message_id ?? 0) >= messageId && !chat.unread_count)) return;
  change(chatId, (each) => ({ ...each, unread_count: 0, read_message_id: messageId }));
  sendRead(chatId, messageId);
}

/** What could not be told while the server was away, by chat. */
const untold = new Map<number, number>();

async function sendRead(chatId: number, messageId: number): Promise<void> {
  try {
    await put(`/chats/${chatId}/read`, { message_id: messageId });
    untold.delete(chatId);
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) untold.set(chatId, messageId);
  }
}

/** Asks the server for the count where what is known here is not enough to tell it. */
async function recount(chatId: number): Promise<void> {
  // The next notice counts again.
  const answer = await get<{ chat: Chat }>(`/chats/${chatId}`).catch(() => null);
  if (answer) putChat(answer.chat);
}

function noteNew(chatId: number, firstId: number, newestId: number, count: number): void {
  const chat = chatOf(chatId);
  const latest = chat?.latest_message_id ?? 0;
  if (!chat || newestId <= latest) return;
  // Some of them are counted already.
  if (firstId <= latest) return void recount(chatId);
  const unread_count = (chat.unread_count ?? 0) + count;
  putChat({ ...chat, unread_count, latest_message_id: newestId });
}

onFrame("UnreadEvent", ({ chat_id, first_message_id, message_id, count }) => {
  noteNew(chat_id, first_message_id, message_id, count);
});
// The open chat as well: it may be behind another window, or the reader further up. Who writes has read.
onFrame("MessageEvent", ({ message: { chat_id, message_id, author } }) => {
  noteNew(chat_id, message_id, message_id, author.id === me.value?.user_id ? 0 : 1);
});
onFrame("ReadEvent", ({ chat_id, read_message_id }) => {
  const chat = chatOf(chat_id);
  if (!chat || (chat.read_message_id ?? 0) >= read_message_id) return;
  if (read_message_id < (chat.latest_message_id ?? 0)) recount(chat_id);
  else putChat({ ...chat, read_message_id, unread_count: 0, latest_message_id: read_message_id });
});
onFrame("ChatEvent", ({ chat }) => putChat(chat));
onFrame("MembershipEvent", ({ chat_id, member, joined }) => {
  if (member.id !== me.value?.user_id) return;
  if (!joined) chats.value = chats.value.filter((chat) => chat.chat_id !== chat_id);
  else if (!chatOf(chat_id)) loadChats().catch(() => {});
});
whenWithoutStream(loadChats);
// Whatever was missed while the connection was away.
onFrame("hello", async () => {
  await Promise.all(Array.from(untold, ([chatId, messageId]) => sendRead(chatId, messageId)));
  await loadChats().catch(() => {});
});
