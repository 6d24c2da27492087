// Who is in a chat, people and bots, for mentions and for the chat's settings.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { Bot, Chat, User } from "../../wire/records.ts";
import { get } from "../api.ts";
import { attempt } from "./notices.ts";
import { me } from "./session.ts";
import { onFrame } from "./stream.ts";

export interface Member {
  kind: "user" | "bot";
  id: string;
  username: string;
  name: string;
}

function personMember(person: Pick<User, "user_id" | "username" | "display_name">): Member {
  const { user_id, username, display_name } = person;
  return { kind: "user", id: user_id, username, name: display_name };
}

function botMember({ bot_id, username, name, display_name }: Bot): Member {
  return { kind: "bot", id: bot_id, username, name: display_name || name };
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
  const people = (chat.members ?? []).map(personMember);
  const robots = bots.map(botMember);
  members.value = new Map(members.value).set(chatId, [...robots, ...people]);
}

async function loadEveryone(): Promise<Member[]> {
  const [{ users }, { bots }] = await Promise.all([
    get<{ users: User[] }>("/users"),
    get<{ bots: Bot[] }>("/bots"),
  ]);
  const people = users.filter((user) => user.enabled && user.user_id !== me.value?.user_id);
  return [...people.map(personMember), ...bots.filter((bot) => bot.enabled).map(botMember)]
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Everybody whom one may write to, people and bots; nobody until they are loaded. */
export function useEveryone(): Member[] {
  const [everyone, setEveryone] = useState<Member[]>([]);
  useEffect(() => {
    attempt(loadEveryone).then((loaded) => loaded && setEveryone(loaded));
  }, []);
  return everyone;
}

onFrame("IdentityEvent", ({ id, display_name }) => {
  const renamed = (all: Member[]) =>
    all.map((member) => member.id === id ? { ...member, name: display_name } : member);
  members.value = new Map(Array.from(members.value, ([chatId, all]) => [chatId, renamed(all)]));
});
onFrame("MembershipEvent", ({ chat_id }) => {
  if (members.value.has(chat_id)) loadMembers(chat_id).catch(() => {});
});
