// What a bot may do, asked again in the plan of each commit.
import type { BotRecord, ChatRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { Refusal } from "./errors.ts";

/** Refuses where the bot is not, or no longer, a member of the chat. */
export function authorizeBot(store: Store, botId: string, chatId: number): ChatRecord {
  const { directory } = store;
  if (!isActive(directory.bot(botId))) {
    throw new Refusal("unauthorized", { headers: { "WWW-Authenticate": "Bearer" } });
  }
  const chat = directory.chat(chatId);
  // Spec §5.4: on every call. A chat that does not exist has no members.
  if (chat === null || chat.deletedAt !== null || directory.member(chatId, botId) === null) {
    throw new Refusal("not_in_chat", {
      message: `The bot is not a member of chat ${chatId}; add it in the chat's Bots settings`,
    });
  }
  return chat;
}

export function isActive(bot: BotRecord | null): bot is BotRecord {
  return bot !== null && bot.enabled && bot.deletedAt === null;
}
