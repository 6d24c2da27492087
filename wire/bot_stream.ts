// The frames of the bot event stream, contract for every bot client.
import { z } from "zod";
import { Bot, ChatId, ChatKind, Message, MessageId, Time, Ulid } from "./records.ts";

export const PROTOCOL = 1;

export const Trigger = z.enum(["mention", "all", "direct", "thread"]);
export type Trigger = z.infer<typeof Trigger>;

const chat = z.object({ chat_id: ChatId, name: z.string(), kind: ChatKind });
const trigger = {
  chat,
  message: Message,
  mentions_bot: z.boolean(),
  trigger: Trigger,
  text: z.string().meta({ description: "The content without the leading @mention" }),
  parent_message_id: MessageId.meta({ description: "Where a reply belongs: the thread's root" }),
  session_id: z.string().meta({ description: "svc:<chat_id>:<parent_message_id>" }),
  hops: z.int().nonnegative(),
};
const event = { seq: z.int().positive(), event_id: Ulid, created_at: Time };

export const MessageNew = z.object({
  type: z.literal("message.new"),
  ...event,
  data: z.object(trigger),
}).meta({ id: "MessageNew" });
export const ThreadReplyNew = z.object({
  type: z.literal("thread.reply.new"),
  ...event,
  data: z.object({ ...trigger, parent: Message }),
}).meta({ id: "ThreadReplyNew" });
export const ReplyCancelled = z.object({
  type: z.literal("reply.cancelled"),
  ...event,
  data: z.object({ message_id: MessageId, chat_id: ChatId, parent_message_id: MessageId }),
}).meta({ id: "ReplyCancelled" });

export const BotEvent = z.discriminatedUnion("type", [MessageNew, ThreadReplyNew, ReplyCancelled]);
export type BotEvent = z.infer<typeof BotEvent>;
export type TriggerEvent = z.infer<typeof MessageNew> | z.infer<typeof ThreadReplyNew>;

export const Hello = z.object({
  type: z.literal("hello"),
  protocol: z.literal(PROTOCOL),
  connection_id: Ulid,
  bot: Bot,
  heartbeat_ms: z.int().positive(),
  latest_seq: z.int().nonnegative(),
  oldest_seq: z.int().nonnegative(),
  acked_seq: z.int().nonnegative(),
  resume_from: z.int().positive(),
}).meta({ id: "Hello" });
export const Gap = z.object({ type: z.literal("gap"), from_seq: z.int(), to_seq: z.int() })
  .meta({ id: "Gap" });
export const ServerPing = z.object({ type: z.literal("ping"), latest_seq: z.int() })
  .meta({ id: "ServerPing" });
export const ServerPong = z.object({ type: z.literal("pong") }).meta({ id: "ServerPong" });
export const ErrorFrame = z.object({
  type: z.literal("error"),
  error: z.string(),
  message: z.string(),
}).meta({ id: "ErrorFrame" });

export const ServerFrame = z.discriminatedUnion("type", [
  Hello,
  MessageNew,
  ThreadReplyNew,
  ReplyCancelled,
  Gap,
  ServerPing,
  ServerPong,
  ErrorFrame,
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

export const BotFrame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ack"), seq: z.int().nonnegative() }).meta({ id: "Ack" }),
  z.object({ type: z.literal("pong") }).meta({ id: "BotPong" }),
  z.object({ type: z.literal("ping") }).meta({ id: "BotPing" }),
]);
export type BotFrame = z.infer<typeof BotFrame>;

/** Close codes of the stream: what happened, and what the bot should do. */
export const CLOSE = {
  token_revoked: 4001,
  protocol_error: 4002,
  bot_deactivated: 4003,
  too_many_connections: 4008,
  too_slow: 4009,
  restarting: 1012,
} as const;
