// Bots: made by anybody, changed by who made them, an owner or an admin.
import type { BotRecord, ChatRecord, Put, UserRecord } from "../store/records.ts";
import { actorOf, change, changedFields, currentUser, given, record } from "./changes.ts";
import type { Context } from "./context.ts";
import { credentialPut, endCredentials } from "./credentials.ts";
import { invalidField, Refusal } from "./errors.ts";
import { liveBot } from "./memberships.ts";
import { hashToken, isWellFormedToken, mintToken, PREFIX } from "./tokens.ts";
import { requireFree } from "./usernames.ts";
import { mayManage, type Viewer } from "./viewers.ts";
import { replaceTokens } from "./webhooks.ts";

export type BotFields =
  & Pick<BotRecord, "name" | "username" | "description" | "avatarUrl" | "triggerMode" | "enabled">
  & { displayName: string | null };

const NAMES = {
  name: "name",
  username: "username",
  description: "description",
  displayName: "display_name",
  avatarUrl: "avatar_url",
  triggerMode: "trigger_mode",
  enabled: "enabled",
} as const;

export interface WithToken {
  bot: BotRecord;
  token: string;
}

/** What of its stream a bot has and has not taken. */
export interface BotProgress {
  openStreams: number;
  acked: number;
  latest: number;
  backlog: number;
}

export function listBots({ store }: Context): BotRecord[] {
  return store.directory.bots().filter(({ deletedAt }) => deletedAt === null)
    .sort((a, b) => a.ref - b.ref);
}

export async function progressOf(
  { store, openStreams }: Context,
  { id, ref }: BotRecord,
): Promise<BotProgress> {
  if (store.shared) await store.cursors.refreshAck(ref);
  const { cursors } = store;
  const acked = cursors.acked(ref) ?? 0;
  const latest = cursors.latest(ref);
  const backlog = Math.max(0, latest - Math.max(acked, cursors.oldest(ref) - 1));
  return { openStreams: openStreams?.(id) ?? 0, acked, latest, backlog };
}

/** The bot's chats that the viewer may know of. */
export function chatsOfBot({ store }: Context, { user }: Viewer, bot: BotRecord): ChatRecord[] {
  const { directory } = store;
  return directory.chatsOf(bot.id).filter(({ id, kind, deletedAt }) =>
    deletedAt === null &&
    (directory.member(id, user.id) !== null || (kind === "group" && mayManage(user)))
  );
}

export async function createBot(
  context: Context,
  viewer: Viewer,
  fields: BotFields,
): Promise<WithToken> {
  const { directory } = context.store;
  const token = mintToken(PREFIX.bot);
  return await change(context, (draft) => {
    const user = currentUser(context, viewer);
    requireFree(directory, fields.username);
    const bot: BotRecord = {
      ...fields,
      id: context.newId(),
      ref: directory.nextBotRef,
      displayName: fields.displayName ?? fields.name,
      createdAt: draft.at,
      createdBy: user.id,
      updatedAt: draft.at,
      deletedAt: null,
    };
    const puts: Put[] = [
      { table: "bot", record: bot },
      credentialPut(context, draft.at, { kind: "bot", ownerId: bot.id, token }),
    ];
    record(draft, actorOf(user), puts, noteOf("bot.create", bot, []));
    return { bot, token };
  });
}

export async function changeBot(
  context: Context,
  viewer: Viewer,
  botId: string,
  fields: Partial<BotFields>,
): Promise<BotRecord> {
  return await change(context, (draft) => {
    const user = currentUser(context, viewer);
    const before = changeableBot(context, user, botId);
    const after: BotRecord = { ...before, ...given(fields as Partial<BotRecord>) };
    // The display name is the name until somebody chooses one.
    if (fields.displayName === null) after.displayName = after.name;
    else if (fields.displayName === undefined && before.displayName === before.name) {
      after.displayName = after.name;
    }
    after.updatedAt = draft.at;
    if (after.username !== before.username) requireFree(context.store.directory, after.username);
    const changed = changedFields(before, after, NAMES);
    if (changed.length === 0) return before;
    const action = changed.join() === "enabled"
      ? after.enabled ? "bot.enable" : "bot.disable"
      : "bot.update";
    record(draft, actorOf(user), [{ table: "bot", record: after }], noteOf(action, after, changed));
    return after;
  });
}

/** A new token in place of the old ones, which may live on for a grace. */
export async function regenerateToken(
  context: Context,
  viewer: Viewer,
  botId: string,
  graceMs: number,
): Promise<WithToken> {
  const token = mintToken(PREFIX.bot);
  return await change(context, (draft) => {
    const user = currentUser(context, viewer);
    const bot = { ...changeableBot(context, user, botId), updatedAt: draft.at };
    const puts: Put[] = [
      { table: "bot", record: bot },
      ...replaceTokens(context, draft.at, botId, graceMs),
      credentialPut(context, draft.at, { kind: "bot", ownerId: botId, token }),
    ];
    record(draft, actorOf(user), puts, noteOf("bot.token", bot, ["token"]));
    return { bot, token };
  });
}

/** Takes a token from before the rename beside those the bot has (spec §5.1, §9.2). */
export async function importToken(
  context: Context,
  viewer: Viewer,
  botId: string,
  token: string,
): Promise<BotRecord> {
  const { store, settings } = context;
  checkLegacyToken(token, settings.legacyBotTokenPrefixes);
  return await change(context, (draft) => {
    const user = currentUser(context, viewer);
    const bot = { ...changeableBot(context, user, botId), updatedAt: draft.at };
    const known = store.directory.credential(hashToken(token));
    if (known !== null && known.ownerId === botId) return bot;
    if (known !== null) {
      throw invalidField("legacy_token", "The legacy_token is in use; import another");
    }
    const live = store.directory.credentialsOf(botId).length;
    if (live >= MAX_TOKENS) {
      throw new Refusal("forbidden", {
        message:
          `The bot has ${live} tokens; the limit is ${MAX_TOKENS}: regenerate its token first`,
      });
    }
    const puts: Put[] = [
      { table: "bot", record: bot },
      credentialPut(context, draft.at, {
        kind: "bot",
        ownerId: botId,
        token,
        label: "imported",
      }),
    ];
    record(draft, actorOf(user), puts, noteOf("bot.token", bot, ["legacy_token"]));
    return bot;
  });
}

export async function deleteBot(context: Context, viewer: Viewer, botId: string): Promise<void> {
  await change(context, (draft) => {
    const user = currentUser(context, viewer);
    const before = changeableBot(context, user, botId);
    const bot = { ...before, updatedAt: draft.at, deletedAt: draft.at };
    // Its memberships stay: they name it in direct chats, and a deleted bot is no member of anything.
    const puts: Put[] = [
      { table: "bot", record: bot },
      ...endCredentials(context.store.directory.credentialsOf(botId), draft.at),
    ];
    record(draft, actorOf(user), puts, noteOf("bot.delete", bot, []));
  });
}

export function changeableBot(context: Context, user: UserRecord, botId: string): BotRecord {
  const bot = liveBot(context.store, botId);
  if (bot.createdBy === user.id || mayManage(user)) return bot;
  throw new Refusal("forbidden", {
    message: "Only who created this bot, an owner or an admin may do this; ask one of them",
  });
}

const MAX_TOKENS = 50;
const MIN_LEGACY = 16;
const MAX_LEGACY = 512;

function checkLegacyToken(token: string, prefixes: readonly string[]): void {
  const isLegacy = prefixes.some((prefix) => token.startsWith(prefix));
  if (!isLegacy && !isWellFormedToken(token, PREFIX.bot)) {
    throw invalidField(
      "legacy_token",
      prefixes.length === 0
        ? "No legacy prefix is configured; set legacy_bot_token_prefixes first"
        : `The legacy_token begins with none of the configured prefixes (${prefixes.join(", ")})`,
    );
  }
  if (/^[\x21-\x7e]+$/.test(token) && token.length >= MIN_LEGACY && token.length <= MAX_LEGACY) {
    return;
  }
  throw invalidField(
    "legacy_token",
    `The legacy_token has ${token.length} characters; it has ${MIN_LEGACY} to ${MAX_LEGACY} ` +
      `printable ASCII characters without spaces`,
  );
}

function noteOf(action: string, { id, username }: BotRecord, changed: string[]) {
  return { action, object: { kind: "bot", id, name: username }, chatId: null, changed };
}
