// Whom a bot token stands for.
import type { BotRecord, CredentialRecord } from "../store/records.ts";
import { isActive } from "./bot_authority.ts";
import type { Context } from "./context.ts";
import { hashToken, isWellFormedToken, PREFIX } from "./tokens.ts";

export interface BotCaller {
  bot: BotRecord;
  credential: CredentialRecord;
}

/** The bot of a token, or null where the token is none, has run out, or its bot is deactivated. */
export function botOf({ store, settings, now }: Context, token: string | null): BotCaller | null {
  if (token === null || !mayBeBotToken(token, settings.legacyBotTokenPrefixes)) return null;
  const credential = store.directory.credential(hashToken(token));
  if (credential === null || credential.kind !== "bot") return null;
  if (credential.expiresAt !== null && credential.expiresAt <= now()) return null;
  const bot = store.directory.bot(credential.ownerId);
  return isActive(bot) ? { bot, credential } : null;
}

// Spec §5.1: any value without a known prefix is not a bot token.
function mayBeBotToken(token: string, legacyPrefixes: readonly string[]): boolean {
  return isWellFormedToken(token, PREFIX.bot) ||
    legacyPrefixes.some((prefix) => prefix !== PREFIX.bot && token.startsWith(prefix));
}
