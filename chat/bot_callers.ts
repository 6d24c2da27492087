// Whom a bot token stands for.
import type { BotRecord, CredentialRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { authorizeBot, isActive } from "./bot_authority.ts";
import type { Context } from "./context.ts";
import { Refusal } from "./errors.ts";
import { hashToken, isWellFormedToken, PREFIX } from "./tokens.ts";

export interface BotCaller {
  bot: BotRecord;
  credential: CredentialRecord;
}

/** The bot of a token, or null where the token is none, has run out, or its bot is deactivated. */
export function botOf({ store, settings, now }: Context, token: string | null): BotCaller | null {
  if (token === null || !mayBeBotToken(token, settings.legacyBotTokenPrefixes)) return null;
  const credential = currentCredential(store, hashToken(token), now());
  if (credential === null) return null;
  const bot = store.directory.bot(credential.ownerId);
  return isActive(bot) ? { bot, credential } : null;
}

/** In the plan of a commit: refuses where the token was revoked, or the bot removed, since the request came. */
export function authorizeCaller({ store, now }: Context, caller: BotCaller, chatId: number): void {
  if (currentCredential(store, caller.credential.hash, now()) === null) throw invalidToken();
  authorizeBot(store, caller.bot.id, chatId);
}

export function invalidToken(
  message = "The bot token is not valid; check it, or regenerate it in the app",
): Refusal {
  return new Refusal("unauthorized", { message, headers: { "WWW-Authenticate": "Bearer" } });
}

function currentCredential(store: Store, hash: string, now: number): CredentialRecord | null {
  const credential = store.directory.credential(hash);
  if (credential === null || credential.kind !== "bot") return null;
  return credential.expiresAt !== null && credential.expiresAt <= now ? null : credential;
}

// Spec §5.1: any value without a known prefix is not a bot token.
function mayBeBotToken(token: string, legacyPrefixes: readonly string[]): boolean {
  return isWellFormedToken(token, PREFIX.bot) ||
    legacyPrefixes.some((prefix) => prefix !== PREFIX.bot && token.startsWith(prefix));
}
