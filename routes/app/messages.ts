// Messages as people read, post and stop them.
import { z } from "zod";
import { limitCharacters, requireContent } from "../../chat/content.ts";
import { readableChat } from "../../chat/chat_authority.ts";
import { cancelReply, postAsPerson, readableMessage } from "../../chat/person_posting.ts";
import { messageView, threadPage, timelinePage } from "../../chat/reading.ts";
import type { Viewer } from "../../chat/viewers.ts";
import type { ChatRecord } from "../../store/records.ts";
import { Message } from "../../wire/records.ts";
import { ok } from "../answers.ts";
import { parseObject, readText } from "../body.ts";
import { viewer } from "../guards.ts";
import { PageQuery } from "../pages.ts";
import { messageRecord } from "../records.ts";
import { type Call, route } from "../route.ts";
import { idIn, success } from "./fields.ts";

const MessageAnswer = success({ message: Message });
const messages = { messages: z.array(Message), has_more: z.boolean() };

const MessageBody = z.object({
  content: z.string().min(1).max(4000).meta({
    description: "At most 4000 characters (code points)",
  }),
}).meta({ id: "MessageBody" });

const POST_ERRORS = [
  "invalid_json",
  "missing_content",
  "content_too_long",
  "forbidden",
  "idempotency_conflict",
  "send_failed",
] as const;

export const messageRoutes = [
  route({
    method: "GET",
    path: "/api/v1/chats/:chat_id/messages",
    name: "list_messages",
    summary:
      "A page of a chat's root messages, oldest first; the newest page without before or after",
    who: viewer,
    query: PageQuery,
    answer: success(messages),
    errors: ["not_found"],
    handle: async ({ context, who, params, query }) => {
      const chat = readableChat(context.store, who.user, idIn(params, "chat_id"));
      const { views, hasMore } = await timelinePage(context, chat.id, query);
      return ok({ messages: views.map(messageRecord), has_more: hasMore });
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/chats/:chat_id/messages",
    name: "post_message",
    summary: "Post a message",
    who: viewer,
    takes: MessageBody,
    answer: MessageAnswer,
    errors: ["not_found", ...POST_ERRORS],
    handle: async (call) => {
      const { context, who, params } = call;
      const chat = readableChat(context.store, who.user, idIn(params, "chat_id"));
      return await postedAnswer(call, who, chat, null);
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/messages/:message_id",
    name: "read_message",
    summary: "One message",
    who: viewer,
    answer: MessageAnswer,
    errors: ["message_not_found"],
    handle: async ({ context, who, params }) => {
      const entry = await readableMessage(context, who, idIn(params, "message_id"));
      return ok({ message: messageRecord(await messageView(context, entry)) });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/messages/:message_id/replies",
    name: "list_replies",
    summary: "The root of a thread and a page of its replies, oldest first",
    who: viewer,
    query: PageQuery,
    answer: success({ root: Message, ...messages }),
    errors: ["message_not_found"],
    handle: async ({ context, who, params, query }) => {
      const entry = await readableMessage(context, who, idIn(params, "message_id"));
      const rootId = entry.parentId ?? entry.id;
      const root = await readableMessage(context, who, rootId);
      const { views, hasMore } = await threadPage(context, rootId, query);
      return ok({
        root: messageRecord(await messageView(context, root)),
        messages: views.map(messageRecord),
        has_more: hasMore,
      });
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/messages/:message_id/replies",
    name: "post_reply",
    summary: "Reply in the thread of a message",
    who: viewer,
    takes: MessageBody,
    answer: MessageAnswer,
    errors: ["message_not_found", ...POST_ERRORS],
    handle: async (call) => {
      const { context, who, params } = call;
      const entry = await readableMessage(context, who, idIn(params, "message_id"));
      const chat = readableChat(context.store, who.user, entry.chatId);
      // A reply to a reply belongs to the same thread.
      return await postedAnswer(call, who, chat, entry.parentId ?? entry.id);
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/messages/:message_id/cancel",
    name: "cancel_reply",
    summary: "Ask the bot of a reply under generation to stop",
    who: viewer,
    answer: MessageAnswer,
    errors: ["message_not_found", "reply_finalized"],
    handle: async ({ context, who, params }) => {
      const id = idIn(params, "message_id");
      await cancelReply(context, who, await readableMessage(context, who, id));
      const entry = await readableMessage(context, who, id);
      return ok({ message: messageRecord(await messageView(context, entry)) });
    },
  }),
];

async function postedAnswer(call: Call, who: Viewer, chat: ChatRecord, rootId: number | null) {
  const { context, request, address } = call;
  const text = await readText(call);
  const { content } = parseObject(text);
  const { entry, replayed } = await postAsPerson(context, who, chat, {
    content: limitCharacters(requireContent(content)),
    rootId,
    key: request.headers.get("idempotency-key"),
    request: text,
    address,
  });
  const view = await messageView(context, entry);
  const headers = replayed ? { "Idempotency-Replayed": "true" } : undefined;
  return ok({ message: messageRecord(view) }, headers);
}
