// The frames of the viewers' stream, /api/v1/stream.
import { z } from "zod";
import { Chat, ChatId, Message, MessageId, Ulid } from "./records.ts";

export const ViewerFrame = z.union([
  z.object({
    type: z.literal("subscribe"),
    chat_id: ChatId,
    after: z.int().nonnegative().optional(),
  }),
  z.object({ type: z.literal("subscribe"), thread: MessageId }),
  z.object({ type: z.literal("unsubscribe"), chat_id: ChatId }),
  z.object({ type: z.literal("unsubscribe"), thread: MessageId }),
  z.object({ type: z.literal("ping") }),
  z.object({ type: z.literal("pong") }),
]);
export type ViewerFrame = z.infer<typeof ViewerFrame>;

/** Answers a subscribe to a chat: its newest page, or all after `after`; the deltas that follow continue it. */
export const ChatSnapshot = z.object({
  type: z.literal("snapshot"),
  chat_id: ChatId,
  messages: z.array(Message),
  has_more: z.boolean().meta({
    description: "With after: there is more; without: there are older ones",
  }),
}).meta({ id: "ChatSnapshot" });

/** Answers a subscribe to a thread: the root and its newest replies, a GN reply with the text so far. */
export const ThreadSnapshot = z.object({
  type: z.literal("snapshot"),
  thread: MessageId,
  root: Message,
  messages: z.array(Message),
  has_more: z.boolean(),
}).meta({ id: "ThreadSnapshot" });

export const MessageEvent = z.object({ type: z.literal("MessageEvent"), message: Message })
  .meta({ id: "MessageEvent" });
/** Goes to subscribers of the thread and of its chat; `reply_count` is the root's count after it. */
export const ThreadReplyEvent = z.object({
  type: z.literal("ThreadReplyEvent"),
  message: Message,
  reply_count: z.int().nonnegative(),
}).meta({ id: "ThreadReplyEvent" });
/** Text streamed into a GN reply. `offset` and `length` count UTF-8 bytes; offset 0 with a shorter text replaces all. */
export const ThreadReplyContentEvent = z.object({
  type: z.literal("ThreadReplyContentEvent"),
  message_id: MessageId,
  chat_id: ChatId,
  parent_message_id: MessageId,
  status: z.enum(["GN", "OK"]),
  offset: z.int().nonnegative(),
  delta: z.string(),
  length: z.int().nonnegative(),
}).meta({ id: "ThreadReplyContentEvent" });
/** A reply was finalized, interrupted, or has stalled: the record as it is now. */
export const ThreadReplyStatusEvent = z.object({
  type: z.literal("ThreadReplyStatusEvent"),
  message: Message,
}).meta({ id: "ThreadReplyStatusEvent" });
/** A chat the viewer is a member of was created, renamed or archived. Comes without a subscription. */
export const ChatEvent = z.object({ type: z.literal("ChatEvent"), chat: Chat }).meta({
  id: "ChatEvent",
});
/** Someone joined or left a chat that the viewer sees, the viewer included. Comes without a subscription. */
export const MembershipEvent = z.object({
  type: z.literal("MembershipEvent"),
  chat_id: ChatId,
  member: z.object({ kind: z.enum(["user", "bot"]), id: Ulid, username: z.string() }),
  joined: z.boolean(),
}).meta({ id: "MembershipEvent" });
/** A person or a bot is new, or has another name or picture. Comes without a subscription. */
export const IdentityEvent = z.object({
  type: z.literal("IdentityEvent"),
  kind: z.enum(["user", "bot"]),
  id: Ulid,
  username: z.string(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
}).meta({ id: "IdentityEvent" });
/**
 * Messages appeared in a chat that the viewer is in but has not subscribed to: `count` of them, from
 * `first_message_id` to `message_id`.
 */
export const UnreadEvent = z.object({
  type: z.literal("UnreadEvent"),
  chat_id: ChatId,
  first_message_id: MessageId,
  message_id: MessageId,
  count: z.int().positive(),
  mentions_me: z.boolean(),
}).meta({ id: "UnreadEvent" });
/** The viewer read a chat further, on whichever page, or wrote in it. Comes without a subscription. */
export const ReadEvent = z.object({
  type: z.literal("ReadEvent"),
  chat_id: ChatId,
  read_message_id: MessageId,
}).meta({ id: "ReadEvent" });
/** A bot's streams opened or closed: for "waiting for connection… connected". Comes to all viewers who manage bots. */
export const BotConnectionEvent = z.object({
  type: z.literal("BotConnectionEvent"),
  bot_id: Ulid,
  open_streams: z.int().nonnegative(),
}).meta({ id: "BotConnectionEvent" });

export const ViewerServerFrame = z.union([
  z.object({ type: z.literal("hello"), user_id: Ulid, heartbeat_ms: z.int().positive() }),
  ChatSnapshot,
  ThreadSnapshot,
  MessageEvent,
  ThreadReplyEvent,
  ThreadReplyContentEvent,
  ThreadReplyStatusEvent,
  ChatEvent,
  MembershipEvent,
  IdentityEvent,
  UnreadEvent,
  ReadEvent,
  BotConnectionEvent,
  z.object({
    type: z.literal("unsubscribed"),
    chat_id: ChatId.optional(),
    thread: MessageId.optional(),
  }),
  z.object({ type: z.literal("ping") }),
  z.object({ type: z.literal("pong") }),
  z.object({ type: z.literal("error"), error: z.string(), message: z.string() }),
]);
export type ViewerServerFrame = z.infer<typeof ViewerServerFrame>;
