// A post through an incoming webhook, in the order of checks that contract §2 gives:
// webhook and token → disabled → address → body → content → rate → post.
import type { WebhookRecord } from "../store/records.ts";
import { rateHeaders, rateState } from "./admission.ts";
import { canonicalAddress } from "./addresses.ts";
import type { Context } from "./context.ts";
import { Refusal } from "./errors.ts";
import { lookUpKey } from "./idempotency.ts";
import { authorOf, chooseIdentity } from "./identity.ts";
import { post } from "./posting.ts";
import { hashToken } from "./tokens.ts";

/** The webhook of an id and token; a wrong token and an unknown id are the same refusal after the same work. */
export function webhookOf(
  context: Context,
  webhookId: string,
  token: string,
): WebhookRecord | null {
  const { store, now } = context;
  const hash = hashToken(token);
  const credential = store.directory.credential(hash);
  // Compared by hash, so a wrong token and an unknown id do the same work: one hash, one look-up.
  if (credential?.kind !== "webhook" || credential.ownerId !== webhookId) return null;
  if (credential.expiresAt !== null && credential.expiresAt <= now()) return null;
  return openWebhook(context, webhookId);
}

function openWebhook({ store: { directory } }: Context, webhookId: string): WebhookRecord | null {
  const webhook = directory.webhook(webhookId);
  if (webhook === null || webhook.deletedAt !== null) return null;
  return directory.chat(webhook.chatId)?.deletedAt === null ? webhook : null;
}

const UNAUTHORIZED =
  "The webhook does not exist or its token is wrong; copy the URL again, or rotate it in the app";

export async function authorizeWebhook(
  context: Context,
  webhookId: string,
  token: string,
  address: string,
): Promise<WebhookRecord> {
  let webhook = webhookOf(context, webhookId, token);
  if (context.store.shared && (webhook === null || !mayPost(webhook, address))) {
    // Another process may have made or changed it a moment ago.
    await context.store.refresh();
    webhook = webhookOf(context, webhookId, token);
  }
  if (webhook === null) throw new Refusal("unauthorized", { message: UNAUTHORIZED });
  checkWebhook(webhook, address);
  return webhook;
}

function mayPost(webhook: WebhookRecord, address: string): boolean {
  return webhook.enabled && isAllowed(webhook, address);
}

function checkWebhook(webhook: WebhookRecord, address: string): void {
  if (!webhook.enabled) throw new Refusal("webhook_disabled");
  if (isAllowed(webhook, address)) return;
  throw new Refusal("ip_not_allowed", {
    message: `The address ${address} is not in the webhook's allowlist of ` +
      `${webhook.ipAllowlist.length} exact addresses; add it in the webhook's settings`,
  });
}

function isAllowed({ ipAllowlist }: WebhookRecord, address: string): boolean {
  // Spec §5.5: exact match, so a CIDR never matches.
  return ipAllowlist.length === 0 ||
    ipAllowlist.some((entry) => canonicalAddress(entry) === address);
}

export interface WebhookPost {
  webhook: WebhookRecord;
  /** What the caller proved itself by; absent where a person posts a test. */
  token?: string;
  content: string;
  username?: unknown;
  avatar_url?: unknown;
  address: string;
  key: string | null;
  /** The request as it came, to tell a repeat from another request under the same key. */
  request: string;
}

export interface WebhookPosted {
  messageId: number;
  chatId: number;
  warnings: string[];
  replayed: boolean;
  headers: Record<string, string>;
}

export async function postThroughWebhook(
  context: Context,
  request: WebhookPost,
): Promise<WebhookPosted> {
  const { store } = context;
  const { webhook } = request;
  const { id, chatId, name, defaultUsername, defaultAvatarUrl } = webhook;
  const fallback = { displayName: defaultUsername ?? name, avatarUrl: defaultAvatarUrl };
  const identity = chooseIdentity(request, fallback);
  const key = await lookUpKey(store, id, request.key, request.request);
  const { messageId, replayed } = await post(store, {
    chatId,
    author: authorOf(webhook, "webhook", identity),
    content: request.content,
    thread: null,
    status: "OK",
    authorize: () => reauthorize(context, request),
    limitedBy: request.webhook,
    key,
    address: request.address,
  });
  const state = rateState(
    store.directory.webhook(id) ?? webhook,
    store.windows.of(id),
    context.now(),
  );
  return { messageId, chatId, warnings: identity.warnings, replayed, headers: rateHeaders(state) };
}

// In the plan of the commit: what was true when the request came may not be true any more.
function reauthorize(context: Context, { webhook: { id }, token, address }: WebhookPost): void {
  const webhook = token === undefined ? openWebhook(context, id) : webhookOf(context, id, token);
  if (webhook === null) throw new Refusal("unauthorized", { message: UNAUTHORIZED });
  checkWebhook(webhook, address);
}
