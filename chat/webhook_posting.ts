// A post through an incoming webhook, in the order of checks that contract §2 gives:
// webhook and token → disabled → address → body → content → rate → post.
import type { WebhookRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { rateHeaders, rateState } from "./admission.ts";
import { canonicalAddress } from "./addresses.ts";
import type { Context } from "./context.ts";
import { Refusal } from "./errors.ts";
import { lookUpKey } from "./idempotency.ts";
import { authorOf, chooseIdentity } from "./identity.ts";
import { post } from "./posting.ts";

/** The webhook of an id and a token's hash, so that a wrong token and an unknown id do the same work: one look-up. */
function webhookOf(
  { store, now }: Context,
  webhookId: string,
  tokenHash: string,
): WebhookRecord | null {
  const credential = store.directory.credential(tokenHash);
  if (credential?.kind !== "webhook" || credential.ownerId !== webhookId) return null;
  if (credential.expiresAt !== null && credential.expiresAt <= now()) return null;
  return openWebhook(store, webhookId);
}

function openWebhook({ directory }: Store, webhookId: string): WebhookRecord | null {
  const webhook = directory.webhook(webhookId);
  if (webhook === null || webhook.deletedAt !== null) return null;
  return directory.chat(webhook.chatId)?.deletedAt === null ? webhook : null;
}

const UNAUTHORIZED =
  "The webhook does not exist or its token is wrong; copy the URL again, or rotate it in the app";

export async function authorizeWebhook(
  context: Context,
  webhookId: string,
  tokenHash: string,
  address: string,
): Promise<WebhookRecord> {
  let webhook = webhookOf(context, webhookId, tokenHash);
  if (context.store.shared && (webhook === null || !mayPost(webhook, address))) {
    // Another process may have made or changed it a moment ago.
    await context.store.refresh();
    webhook = webhookOf(context, webhookId, tokenHash);
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
  tokenHash?: string;
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
function reauthorize(context: Context, request: WebhookPost): void {
  const { webhook: { id }, tokenHash, address } = request;
  const webhook = tokenHash === undefined
    ? openWebhook(context.store, id)
    : webhookOf(context, id, tokenHash);
  if (webhook === null) throw new Refusal("unauthorized", { message: UNAUTHORIZED });
  checkWebhook(webhook, address);
}
