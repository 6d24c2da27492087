// The records that every surface shows, as schemas: they validate, they type, and they make the API description.
import { z } from "zod";

export const Ulid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/).meta({ description: "ULID" });
export const MessageId = z.int().positive().meta({ description: "Grows in commit order" });
export const ChatId = z.int().positive();
export const Time = z.string().meta({ format: "date-time" });

export const Author = z.object({
  kind: z.enum(["user", "bot", "webhook"]),
  id: Ulid,
  username: z.string().nullable(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
  badge: z.enum(["BOT", "WEBHOOK"]).nullable(),
}).meta({ id: "Author" });
export type Author = z.infer<typeof Author>;

export const FinishReason = z.enum(["stop", "length", "error", "cancelled", "unavailable"]);
export type FinishReason = z.infer<typeof FinishReason>;

export const Message = z.object({
  message_id: MessageId,
  chat_id: ChatId,
  parent_message_id: MessageId.nullable(),
  status: z.enum(["OK", "GN"]),
  author: Author,
  content: z.string(),
  mentions: z.array(z.string()),
  reply_count: z.int().nonnegative(),
  created_at: Time,
  updated_at: Time,
  finish_reason: FinishReason.optional().meta({ description: "How a bot's reply ended" }),
  interrupted: z.boolean().optional().meta({ description: "The reply ended before it was whole" }),
  stalled: z.boolean().optional().meta({ description: "A GN reply that has been silent for 60 s" }),
}).meta({ id: "Message" });
export type Message = z.infer<typeof Message>;

export const ChatKind = z.enum(["group", "direct"]);
export const Chat = z.object({
  chat_id: ChatId,
  name: z.string(),
  kind: ChatKind,
  created_at: Time,
  archived: z.boolean().meta({ description: "Deleted: readable, but closed to posts" }),
  members: z.array(z.object({
    user_id: Ulid,
    username: z.string(),
    display_name: z.string(),
  })).optional(),
  peer: z.object({ kind: z.enum(["user", "bot"]), id: Ulid, username: z.string() }).optional()
    .meta({ description: "The other one of a direct chat" }),
  unread_count: z.int().nonnegative().optional(),
  read_message_id: z.int().nonnegative().optional(),
  latest_message_id: z.int().nonnegative().optional(),
}).meta({ id: "Chat" });
export type Chat = z.infer<typeof Chat>;

export const Role = z.enum(["owner", "admin", "member"]);
export type Role = z.infer<typeof Role>;

export const User = z.object({
  user_id: Ulid,
  username: z.string(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
  role: Role,
  enabled: z.boolean(),
  created_at: Time,
}).meta({ id: "User" });
export type User = z.infer<typeof User>;

export const Webhook = z.object({
  webhook_id: Ulid,
  chat_id: ChatId,
  name: z.string(),
  description: z.string(),
  default_username: z.string().nullable(),
  default_avatar_url: z.string().nullable(),
  enabled: z.boolean(),
  ip_allowlist: z.array(z.string()),
  rate_per_minute: z.int().nonnegative(),
  rate_per_hour: z.int().nonnegative(),
  created_at: Time,
  updated_at: Time,
  warnings: z.array(z.string()).optional().meta({
    description: "E.g. allowlist entries that match nobody",
  }),
}).meta({ id: "Webhook" });
export type Webhook = z.infer<typeof Webhook>;

export const TriggerMode = z.enum(["all", "mentions", "manual"]);
export type TriggerMode = z.infer<typeof TriggerMode>;

export const Bot = z.object({
  bot_id: Ulid,
  name: z.string(),
  username: z.string(),
  description: z.string(),
  display_name: z.string(),
  avatar_url: z.string().nullable(),
  trigger_mode: TriggerMode,
  enabled: z.boolean(),
  created_at: Time,
  updated_at: Time,
  open_streams: z.int().nonnegative().optional(),
  acked_seq: z.int().nonnegative().optional(),
  latest_seq: z.int().nonnegative().optional(),
  backlog: z.int().nonnegative().optional().meta({ description: "Events kept and not acked" }),
  chats: z.array(z.object({ chat_id: ChatId, name: z.string(), kind: ChatKind })).optional(),
}).meta({ id: "Bot" });
export type Bot = z.infer<typeof Bot>;

export const Delivery = z.object({
  at: Time,
  address: z.string().nullable(),
  status: z.int(),
  error: z.string().nullable(),
  message_id: z.int().nullable(),
}).meta({ id: "Delivery" });
export type Delivery = z.infer<typeof Delivery>;

export const AuditEntry = z.object({
  audit_id: z.int().positive(),
  at: Time,
  actor: z.object({ kind: z.enum(["user", "system"]), id: z.string(), username: z.string() }),
  action: z.string().meta({ description: "E.g. webhook.create, bot.token, member.add" }),
  object: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  chat_id: ChatId.nullable(),
  changed: z.array(z.string()).meta({
    description: "Names of the changed fields, never their values",
  }),
}).meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof AuditEntry>;
