// The wire form of records: the only place that turns them into it.
import type { DeliveryRecord } from "../store/deliveries.ts";
import type { MessageEntry } from "../store/entries.ts";
import type { BotRecord, UserRecord, WebhookRecord } from "../store/records.ts";
import type { MessageView } from "../chat/reading.ts";
import type * as wire from "../wire/records.ts";

export const time = (ms: number): string => new Date(ms).toISOString();

export function authorRecord({ author }: MessageEntry): wire.Author {
  return {
    kind: author.kind,
    id: author.id,
    username: author.username,
    display_name: author.displayName,
    avatar_url: author.avatarUrl,
    badge: BADGES[author.kind],
  };
}

const BADGES = { user: null, bot: "BOT", webhook: "WEBHOOK" } as const;

export function messageRecord({ entry, replyCount, stalled }: MessageView): wire.Message {
  const record: wire.Message = {
    message_id: entry.id,
    chat_id: entry.chatId,
    parent_message_id: entry.parentId,
    status: entry.status,
    author: authorRecord(entry),
    content: entry.content,
    mentions: [...entry.mentions],
    reply_count: replyCount,
    created_at: time(entry.at),
    updated_at: time(entry.updatedAt),
  };
  if (entry.finishReason !== undefined) record.finish_reason = entry.finishReason;
  if (entry.interrupted) record.interrupted = true;
  if (stalled) record.stalled = true;
  return record;
}

export function userRecord(user: UserRecord): wire.User {
  return {
    user_id: user.id,
    username: user.username,
    display_name: user.displayName,
    avatar_url: user.avatarUrl,
    role: user.role,
    enabled: user.enabled,
    created_at: time(user.createdAt),
  };
}

export function webhookRecord(webhook: WebhookRecord): wire.Webhook {
  const ranges = webhook.ipAllowlist.filter((entry) => entry.includes("/"));
  const warnings = ranges.map((entry) =>
    `The allowlist entry ${entry} matches nobody: only exact addresses are compared, CIDR is not supported`
  );
  return {
    webhook_id: webhook.id,
    chat_id: webhook.chatId,
    name: webhook.name,
    description: webhook.description,
    default_username: webhook.defaultUsername,
    default_avatar_url: webhook.defaultAvatarUrl,
    enabled: webhook.enabled,
    ip_allowlist: webhook.ipAllowlist,
    rate_per_minute: webhook.ratePerMinute,
    rate_per_hour: webhook.ratePerHour,
    created_at: time(webhook.createdAt),
    updated_at: time(webhook.updatedAt),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

export function botRecord(bot: BotRecord): wire.Bot {
  return {
    bot_id: bot.id,
    name: bot.name,
    username: bot.username,
    description: bot.description,
    display_name: bot.displayName,
    avatar_url: bot.avatarUrl,
    trigger_mode: bot.triggerMode,
    enabled: bot.enabled,
    created_at: time(bot.createdAt),
    updated_at: time(bot.updatedAt),
  };
}

export function deliveryRecord(delivery: DeliveryRecord): wire.Delivery {
  const { at, address, status, error, messageId } = delivery;
  return { at: time(at), address, status, error, message_id: messageId };
}
