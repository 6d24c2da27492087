// Who is in a group chat: people and bots, added and removed by its members.
import type { BotRecord, ChatRecord, UserRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { Draft } from "../store/batch.ts";
import { actorOf, change, currentUser, record } from "./changes.ts";
import { changeableChat, managedChat, refuseDirect } from "./chat_authority.ts";
import { memberPut } from "./chats.ts";
import type { Context } from "./context.ts";
import { Refusal } from "./errors.ts";
import type { Viewer } from "./viewers.ts";

/** One message can trigger them all, and its events stand in one row of the store. */
export const MAX_BOTS = 2000;

export function botsIn({ directory }: Store, chatId: number): BotRecord[] {
  return [...directory.membersOf(chatId).values()]
    .filter(({ kind }) => kind === "bot")
    .map(({ id }) => directory.bot(id))
    .filter((bot) => bot !== null)
    .filter((bot) => bot.deletedAt === null);
}

export function listBotsIn(
  { store }: Context,
  { user }: Viewer,
  chatId: number | null,
): BotRecord[] {
  return botsIn(store, managedChat(store, user, chatId).id);
}

export async function addPerson(
  context: Context,
  viewer: Viewer,
  chatId: number | null,
  userId: string,
): Promise<UserRecord> {
  const { store } = context;
  return await change(context, (draft) => {
    const { by, chat } = openGroup(context, viewer, chatId);
    const user = store.directory.user(userId);
    if (user === null) throw noPerson();
    if (!user.enabled) {
      throw new Refusal("forbidden", {
        message: `${user.username} is deactivated; enable the account first`,
      });
    }
    if (store.directory.member(chat.id, userId) !== null) return user;
    // What was said before is not unread for who joins.
    draft.also(store.people.readMarkerWrite(userId, chat.id, draft.nextId));
    note(draft, by, chat, "member.add", { kind: "user", member: user });
    return user;
  });
}

export async function removePerson(
  context: Context,
  viewer: Viewer,
  chatId: number | null,
  userId: string,
): Promise<void> {
  const { store } = context;
  await change(context, (draft) => {
    const by = currentUser(context, viewer);
    // Leaving is possible from an archived chat too.
    const chat = by.id === userId
      ? managedChat(store, by, chatId)
      : changeableChat(store, by, chatId);
    refuseDirect(chat, "leave");
    const user = store.directory.user(userId);
    if (user === null) throw noPerson();
    if (store.directory.member(chat.id, userId) === null) return;
    note(draft, by, chat, "member.remove", { kind: "user", member: user });
  });
}

export async function addBot(
  context: Context,
  viewer: Viewer,
  chatId: number | null,
  botId: string,
): Promise<BotRecord> {
  const { store } = context;
  return await change(context, (draft) => {
    const { by, chat } = openGroup(context, viewer, chatId);
    const bot = liveBot(store, botId);
    if (store.directory.member(chat.id, botId) !== null) return bot;
    const bots = botsIn(store, chat.id).length;
    if (bots >= MAX_BOTS) {
      throw new Refusal("forbidden", {
        message: `The chat has ${bots} bots; the limit is ${MAX_BOTS} bots: remove one first`,
      });
    }
    note(draft, by, chat, "bot.add", { kind: "bot", member: bot });
    return bot;
  });
}

export async function removeBot(
  context: Context,
  viewer: Viewer,
  chatId: number | null,
  botId: string,
): Promise<void> {
  const { store } = context;
  await change(context, (draft) => {
    const { by, chat } = openGroup(context, viewer, chatId);
    const bot = liveBot(store, botId);
    if (store.directory.member(chat.id, botId) === null) return;
    note(draft, by, chat, "bot.remove", { kind: "bot", member: bot });
  });
}

export function liveBot({ directory }: Store, botId: string): BotRecord {
  const bot = directory.bot(botId);
  if (bot !== null && bot.deletedAt === null) return bot;
  throw new Refusal("not_found", { message: "There is no bot of this id; see GET /api/v1/bots" });
}

function openGroup(context: Context, viewer: Viewer, chatId: number | null) {
  const by = currentUser(context, viewer);
  const chat = changeableChat(context.store, by, chatId);
  refuseDirect(chat, "use");
  return { by, chat };
}

type Member = { kind: "user"; member: UserRecord } | { kind: "bot"; member: BotRecord };

function note(
  draft: Draft,
  by: UserRecord,
  chat: ChatRecord,
  action: "member.add" | "member.remove" | "bot.add" | "bot.remove",
  { kind, member: { id, username } }: Member,
): void {
  const put = memberPut(chat.id, kind, id, draft.at);
  const puts = action.endsWith(".remove") ? [{ ...put, removed: true as const }] : [put];
  const object = { kind, id, name: username };
  record(draft, actorOf(by), puts, { action, object, chatId: chat.id, changed: [] });
}

function noPerson(): Refusal {
  return new Refusal("not_found", {
    message: "There is no person of this id; see GET /api/v1/users",
  });
}
