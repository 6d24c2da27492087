// POST /bots/v1/messages: a bot posts into a chat that it is a member of.
import { z } from "zod";
import { authorizeBot } from "../chat/bot_authority.ts";
import { authorizeCaller } from "../chat/bot_callers.ts";
import { limitBytes, requireContent } from "../chat/content.ts";
import { Refusal } from "../chat/errors.ts";
import { lookUpKey } from "../chat/idempotency.ts";
import { authorOf, chooseIdentity } from "../chat/identity.ts";
import { post } from "../chat/posting.ts";
import { POST_CAP, readText } from "./body.ts";
import { recorded } from "./deliveries.ts";
import { parseWithChatId } from "./exact_json.ts";
import { bot } from "./guards.ts";
import { route } from "./route.ts";
import { PostResult } from "./schemas.ts";
import { postAnswer } from "./webhooks.ts";

export const BotMessageBody = z.object({
  chat_id: z.int().positive().meta({
    format: "int64",
    description: "The bot must be a member of this chat",
  }),
  content: z.string().min(1).meta({ description: "At most 4000 UTF-8 bytes" }),
  username: z.string().optional().meta({
    description: "1 to 80 characters; overrides the bot's name",
  }),
  avatar_url: z.string().optional().meta({ description: "An absolute http(s) URL" }),
}).meta({ id: "BotMessageBody" });

export const postBotMessage = route({
  method: "POST",
  path: "/bots/v1/messages",
  name: "post_as_bot",
  summary: "Post a message as a bot",
  who: bot,
  takes: BotMessageBody,
  answer: PostResult,
  errors: [
    "invalid_json",
    "missing_chat_id",
    "missing_content",
    "content_too_long",
    "unauthorized",
    "not_in_chat",
    "idempotency_conflict",
    "send_failed",
  ],
  handle: (call) => {
    const { context, request, address, who } = call;
    const { store } = context;
    return recorded(call, () => who.bot.id, async () => {
      const text = await readText(call, POST_CAP, "content_too_long");
      const { body, chatId } = parseWithChatId(text);
      if (chatId === null) throw missingChatId(body.chat_id);
      const content = limitBytes(requireContent(body.content));
      const id = exactChat(chatId);
      if (store.shared && store.directory.member(id, who.bot.id) === null) await store.refresh();
      authorizeBot(store, who.bot.id, id);
      const identity = chooseIdentity(body, who.bot);
      const key = request.headers.get("idempotency-key");
      const { messageId, replayed } = await post(store, {
        chatId: id,
        author: authorOf(who.bot, "bot", identity),
        content,
        thread: null,
        status: "OK",
        authorize: () => authorizeCaller(context, who, id),
        key: await lookUpKey(store, who.bot.id, key, `messages\0${text}`),
        address,
      });
      return {
        messageId,
        answer: postAnswer({ messageId, chatId: id, warnings: identity.warnings, replayed }),
      };
    });
  },
});

// Contract §1: a valid chat_id that names no chat, also one past 2^53, is a chat the bot is not in.
function exactChat(chatId: number | bigint): number {
  if (typeof chatId === "number") return chatId;
  throw new Refusal("not_in_chat", { message: `The bot is not a member of chat ${chatId}` });
}

function missingChatId(given: unknown): Refusal {
  if (given === undefined) return new Refusal("missing_chat_id");
  const shown = typeof given === "object" && given !== null
    ? "an object or array"
    : String(JSON.stringify(given)).slice(0, 40);
  return new Refusal("missing_chat_id", {
    message: `The chat_id is ${shown}; send a whole number from 1 to 9223372036854775807`,
  });
}
