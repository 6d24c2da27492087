// Who is in a chat, people and bots, for mentions and for the chat's settings.
import { signal } from "@preact/signals";
import type { Bot, Chat } from "../../wire/records.ts";
import { get } from "../api.ts";
import { onFrame } from "./stream.ts";

export interface Member {
  kind: "user" | "bot";
  id: string;
  username: string;
  name: string;
}

export const members = signal<ReadonlyMap<number, Member[]>>(new Map());

export function membersOf(chatId: number): Member[] {
  return members.value.get(chatId) ?? [];
}

export async function loadMembers(chatId: number): Promise<void> {
  const [{ chat }, { bots }] = await Promise.all([
    get<{ chat: Chat }>(`/chats/${chatId}`),
    get<{ bots: Bot[] }>(`/chats/${chatId}/bots`),
  ]);
  const people = (chat.members ?? []).map((person): Member => ({
    kind: "user",
    id: person.user_id,
    username: person.username,
    name: person.display_name,
  }));
  const robots = bots.map((bot): Member => ({
    kind: "bot",
    id: bot.bot_id,
    username: bot.username,
    name: bot.display_name || bot.name,
  }));
  members.value = new Map(members.value).set(chatId, [...robots, ...people]);
}

onFrame("IdentityEvent", ({ id, display_name }) => {
  const renamed = (all: Member[]) =>
    all.map((member) => member.id === id ? { ...member, name: display_name } : member);
  members.value = new Map(Array.from(members.value, ([chatId, all]) => [chatId, renamed(all)]));
});
onFrame("MembershipEvent", ({ chat_id }) => {
  if (members.value.has(chat_id)) loadMembers(chat_id).catch(() => {});
});
