// POST /webhooks/v1/{webhook_id}/{token}: a program posts into a chat.
import { z } from "zod";
import { limitCharacters, requireContent } from "../chat/content.ts";
import { ok } from "./answers.ts";
import { parseObject, POST_CAP } from "./body.ts";
import { webhookToken } from "./guards.ts";
import { route } from "./route.ts";
import { PostResult } from "./schemas.ts";
import { takeWebhookCall, type WebhookMessage } from "./webhook_calls.ts";

export const WebhookBody = z.object({
  content: z.string().min(1).max(4000).meta({
    description: "At most 4000 characters (code points)",
  }),
  username: z.string().optional().meta({
    description: "1 to 80 characters; overrides the default name",
  }),
  avatar_url: z.string().optional().meta({ description: "An absolute http(s) URL" }),
}).meta({ id: "WebhookBody" });

export const postWebhook = route({
  method: "POST",
  path: "/webhooks/v1/:webhook_id/:token",
  name: "post_through_webhook",
  summary: "Post a message through an incoming webhook",
  who: webhookToken,
  takes: WebhookBody,
  answer: PostResult,
  errors: [
    "invalid_json",
    "missing_content",
    "content_too_long",
    "unauthorized",
    "webhook_disabled",
    "ip_not_allowed",
    "idempotency_conflict",
    "rate_limit_exceeded",
    "send_failed",
  ],
  handle: (call) => takeWebhookCall(call, POST_CAP, read, postAnswer),
});

function read(text: string): WebhookMessage {
  const { content, username, avatar_url } = parseObject(text);
  return { content: limitCharacters(requireContent(content)), username, avatar_url };
}

export interface PostOutcome {
  messageId: number;
  chatId: number;
  warnings: string[];
  replayed: boolean;
  headers?: Record<string, string>;
}

/** The post result of the specification, with what could not be used. */
export function postAnswer({ messageId, chatId, warnings, replayed, headers }: PostOutcome) {
  return ok(
    { message_id: messageId, chat_id: chatId, ...(warnings.length > 0 ? { warnings } : {}) },
    replayed ? { ...headers, "Idempotency-Replayed": "true" } : headers,
  );
}
