// POST /webhooks/v1/{webhook_id}/{token}: a program posts into a chat.
import { z } from "zod";
import { limitCharacters, requireContent } from "../chat/content.ts";
import { authorizeWebhook, postThroughWebhook } from "../chat/webhook_posting.ts";
import { ok } from "./answers.ts";
import { parseObject, POST_CAP, readText } from "./body.ts";
import { recorded } from "./deliveries.ts";
import { webhookToken } from "./guards.ts";
import { route } from "./route.ts";
import { PostResult } from "./schemas.ts";

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
  handle: async (call) => {
    const { context, request, params, address } = call;
    const webhookId = params.webhook_id!;
    return await recorded(
      call,
      () => context.store.directory.webhook(webhookId)?.id ?? null,
      async () => {
        const webhook = await authorizeWebhook(context, webhookId, params.token!, address);
        const text = await readText(call, POST_CAP, "content_too_long");
        const body = parseObject(text);
        const content = limitCharacters(requireContent(body.content));
        const { username, avatar_url } = body;
        const key = request.headers.get("idempotency-key");
        const posted = await postThroughWebhook(context, {
          webhook,
          token: params.token!,
          content,
          username,
          avatar_url,
          address,
          key,
          request: text,
        });
        return { messageId: posted.messageId, answer: postAnswer(posted) };
      },
    );
  },
});

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
