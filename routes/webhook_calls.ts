// A call of an incoming webhook, whatever tongue its body is in: the checks in the order of contract §2, and its delivery.
import { hashToken } from "../chat/tokens.ts";
import {
  authorizeWebhook,
  postThroughWebhook,
  type WebhookPosted,
} from "../chat/webhook_posting.ts";
import { readText } from "./body.ts";
import { recorded } from "./deliveries.ts";
import type { Answer, Call } from "./route.ts";

/** What a body says, once its content is found to be good. */
export interface WebhookMessage {
  content: string;
  username?: unknown;
  avatar_url?: unknown;
}

export function takeWebhookCall(
  call: Call,
  cap: number,
  read: (text: string) => WebhookMessage,
  answer: (posted: WebhookPosted) => Answer,
): Promise<Answer> {
  const { context, request, params, address } = call;
  const webhookId = params.webhook_id!;
  const tokenHash = hashToken(params.token!);
  const owner = () => context.store.directory.webhook(webhookId)?.id ?? null;
  return recorded(call, owner, async () => {
    const webhook = await authorizeWebhook(context, webhookId, tokenHash, address);
    const text = await readText(call, cap, "content_too_long");
    const { content, username, avatar_url } = read(text);
    const posted = await postThroughWebhook(context, {
      webhook,
      tokenHash,
      content,
      username,
      avatar_url,
      address,
      key: request.headers.get("idempotency-key"),
      request: text,
    });
    return { messageId: posted.messageId, answer: answer(posted) };
  });
}
