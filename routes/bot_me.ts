// GET /bots/v1/me: who the bot is, how it is triggered, and which chats it is in.
import { z } from "zod";
import { chatNameFor } from "../chat/chats.ts";
import { Bot, ChatId, ChatKind } from "../wire/records.ts";
import { ok } from "./answers.ts";
import { bot } from "./guards.ts";
import { botRecord } from "./records.ts";
import { route } from "./route.ts";

const BotChat = z.object({ chat_id: ChatId, name: z.string(), kind: ChatKind });

export const readBotSelf = route({
  method: "GET",
  path: "/bots/v1/me",
  name: "read_bot_self",
  summary: "The bot itself, its trigger mode and its chats",
  who: bot,
  answer: z.object({ ok: z.literal(true), bot: Bot, chats: z.array(BotChat) }),
  handle: async ({ context, who }) => {
    const { store } = context;
    await store.refresh();
    const chats = store.directory.chatsOf(who.bot.id)
      .filter(({ deletedAt }) => deletedAt === null)
      .map((chat) => ({
        chat_id: chat.id,
        name: chatNameFor(store, chat, who.bot.id),
        kind: chat.kind,
      }));
    const { ref } = who.bot;
    const latest = store.cursors.latest(ref);
    const acked = store.cursors.acked(ref) ?? 0;
    return ok({
      bot: { ...botRecord(who.bot), latest_seq: latest, acked_seq: acked, chats },
      chats,
    });
  },
});
