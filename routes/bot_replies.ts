// The thread replies of bots: created, streamed into, finalized; and what a restarted bot needs to find its way back.
import { z } from "zod";
import { authorizeBot } from "../chat/bot_authority.ts";
import { invalidField, Refusal } from "../chat/errors.ts";
import { lookUpKey } from "../chat/idempotency.ts";
import { chooseIdentity } from "../chat/identity.ts";
import { messageView, threadPage, viewOf } from "../chat/reading.ts";
import { changeReply, createReply, type ReplyResult } from "../chat/replies.ts";
import { FinishReason, Message, MessageId } from "../wire/records.ts";
import { ok } from "./answers.ts";
import { type JsonObject, parseObject, readText, REPLY_CAP } from "./body.ts";
import { bot } from "./guards.ts";
import { PageQuery } from "./pages.ts";
import { parse, pathId } from "./parsing.ts";
import { messageRecord } from "./records.ts";
import { route } from "./route.ts";

const status = z.enum(["GN", "OK"]);
const identity = { username: z.unknown().optional(), avatar_url: z.unknown().optional() };
const NewReplyBody = z.object({
  content: z.string().default("").meta({
    description: "At most 60,000 UTF-8 bytes; may be empty with GN",
  }),
  status: status.default("OK"),
  event_id: z.string().min(1).max(64).nullish().meta({
    description: "The event that this reply answers",
  }),
  finish_reason: FinishReason.optional(),
  ...identity,
}).meta({ id: "NewReplyBody" });
const ReplyChangeBody = z.object({
  append: z.string().optional(),
  offset: z.int().nonnegative().optional().meta({
    description: "The UTF-8 length that should be there",
  }),
  content: z.string().optional().meta({ description: "Replaces the whole text" }),
  status: status.optional(),
  finish_reason: FinishReason.optional(),
}).meta({ id: "ReplyChangeBody" });

const ReplyState = { message_id: MessageId, status, length: z.int().nonnegative() };
const ReplyAnswer = z.object({
  ok: z.literal(true),
  ...ReplyState,
  chat_id: z.int(),
  parent_message_id: MessageId,
  duplicate: z.literal(true).optional(),
  warnings: z.array(z.string()).optional(),
}).meta({ id: "ReplyAnswer" });

export const createBotReply = route({
  method: "POST",
  path: "/bots/v1/threads/:message_id/replies",
  name: "create_reply",
  summary: "Reply in a thread, whole or as a placeholder to stream into",
  who: bot,
  takes: NewReplyBody,
  answer: ReplyAnswer,
  errors: [
    "invalid_json",
    "invalid_field",
    "missing_content",
    "content_too_long",
    "not_in_chat",
    "message_not_found",
    "idempotency_conflict",
    "payload_too_large",
    "send_failed",
  ],
  handle: async (call) => {
    const { context, request, params, who } = call;
    const text = await readText(call, REPLY_CAP);
    const body = parse(NewReplyBody, text === "" ? {} : parseObject(text));
    checkWellFormed(body.content, "content");
    const parentId = messageId(params.message_id);
    const { warnings, ...names } = chooseIdentity(body, who.bot);
    const key = request.headers.get("idempotency-key");
    const result = await createReply(context, who, {
      parentId,
      content: body.content,
      status: body.status,
      identity: { ...names, warnings },
      eventId: body.event_id ?? null,
      key: await lookUpKey(context.store, who.bot.id, key, `replies/${parentId}\0${text}`),
      finishReason: body.finish_reason,
    });
    const headers = result.replayed ? { "Idempotency-Replayed": "true" } : undefined;
    return ok({ ...replyFields(result), ...(warnings.length > 0 ? { warnings } : {}) }, headers);
  },
});

export const changeBotReply = route({
  method: "PATCH",
  path: "/bots/v1/replies/:message_id",
  name: "change_reply",
  summary: "Append to, replace or finalize a reply; an empty body renews its lease",
  who: bot,
  takes: ReplyChangeBody,
  answer: z.object({ ok: z.literal(true), ...ReplyState }),
  errors: [
    "invalid_json",
    "invalid_field",
    "payload_too_large",
    "send_failed",
    "content_too_long",
    "not_author",
    "not_in_chat",
    "message_not_found",
    "offset_mismatch",
    "reply_finalized",
  ],
  handle: async (call) => {
    const { context, params, who } = call;
    const text = await readText(call, REPLY_CAP);
    const body = parse(ReplyChangeBody, text === "" ? {} : parseObject(text));
    if (body.append !== undefined) checkWellFormed(body.append, "append");
    if (body.content !== undefined) checkWellFormed(body.content, "content");
    const id = messageId(params.message_id);
    const { finish_reason, ...change } = body;
    const changed = await changeReply(context, who, id, {
      ...change,
      finishReason: finish_reason,
    });
    return ok({ message_id: id, ...changed });
  },
});

export const listBotReplies = route({
  method: "GET",
  path: "/bots/v1/replies",
  name: "list_unfinished_replies",
  summary: "The bot's own unfinished replies, oldest first",
  who: bot,
  query: z.object({ status: z.literal("GN").default("GN") }),
  answer: z.object({ ok: z.literal(true), messages: z.array(Message) }),
  handle: async ({ context, who }) => {
    const { store } = context;
    const own = store.generating.all().filter(({ botId }) => botId === who.bot.id);
    for (const { messageId } of store.shared ? own : []) await store.generating.fresh(messageId);
    const entries = await store.messages.getMany(own.map(({ messageId }) => messageId));
    const unfinished = entries.filter(({ status }) => status === "GN").sort((a, b) => a.id - b.id);
    return ok({ messages: unfinished.map((entry) => messageRecord(viewOf(context, entry, 0))) });
  },
});

export const readBotThread = route({
  method: "GET",
  path: "/bots/v1/threads/:message_id",
  name: "read_thread",
  summary: "A thread's root and its replies, oldest first",
  who: bot,
  query: PageQuery,
  answer: z.object({
    ok: z.literal(true),
    root: Message,
    messages: z.array(Message),
    has_more: z.boolean(),
  }),
  errors: ["not_in_chat", "message_not_found"],
  handle: async ({ context, params, query, who }) => {
    const { store } = context;
    const message = await store.messages.get(messageId(params.message_id));
    const root = message?.parentId == null ? message : await store.messages.get(message.parentId);
    if (root === null) throw new Refusal("message_not_found");
    authorizeBot(store, who.bot.id, root.chatId);
    const page = await threadPage(context, root.id, query);
    return ok({
      root: messageRecord(await messageView(context, root)),
      messages: page.views.map(messageRecord),
      has_more: page.hasMore,
    });
  },
});

/** The id in a path; one that can be no message's is refused like an unknown one. */
export function messageId(text: string | undefined): number {
  const id = pathId(text);
  if (id === null) throw new Refusal("message_not_found");
  return id;
}

function replyFields(result: ReplyResult): JsonObject {
  const { messageId, chatId, parentId, status, length, duplicate } = result;
  return {
    message_id: messageId,
    chat_id: chatId,
    parent_message_id: parentId,
    status,
    length,
    ...(duplicate ? { duplicate } : {}),
  };
}

function checkWellFormed(text: string, field: string): void {
  if (!text.isWellFormed()) {
    throw invalidField(field, `The ${field} holds half of a surrogate pair; send whole characters`);
  }
}
