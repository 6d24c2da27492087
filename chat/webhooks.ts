// The settings of incoming webhooks: created in a chat, changed, rotated, revoked.
import type { Put, UserRecord, WebhookRecord } from "../store/records.ts";
import { actorOf, change, changedFields, currentUser, given, record } from "./changes.ts";
import { changeableChat, managedChat } from "./chat_authority.ts";
import type { Context } from "./context.ts";
import { credentialPut, endCredentials, surplus } from "./credentials.ts";
import { Refusal } from "./errors.ts";
import { mintToken, PREFIX } from "./tokens.ts";
import type { Viewer } from "./viewers.ts";

export const DEFAULT_PER_MINUTE = 60;
export const DEFAULT_PER_HOUR = 1000;
/** Tokens of one webhook or bot that live at once, graces included. */
export const TOKENS_KEPT = 10;

export type WebhookFields = Pick<
  WebhookRecord,
  | "name"
  | "description"
  | "defaultUsername"
  | "defaultAvatarUrl"
  | "enabled"
  | "ipAllowlist"
  | "ratePerMinute"
  | "ratePerHour"
>;

const NAMES = {
  name: "name",
  description: "description",
  defaultUsername: "default_username",
  defaultAvatarUrl: "default_avatar_url",
  enabled: "enabled",
  ipAllowlist: "ip_allowlist",
  ratePerMinute: "rate_per_minute",
  ratePerHour: "rate_per_hour",
} as const;

export interface WithUrl {
  webhook: WebhookRecord;
  url: string;
}

export function listWebhooks(
  { store }: Context,
  { user }: Viewer,
  chatId: number | null,
): WebhookRecord[] {
  return store.directory.webhooksOf(managedChat(store, user, chatId).id)
    .sort((a, b) => a.createdAt - b.createdAt);
}

export function webhookSeenBy(
  { store }: Context,
  user: UserRecord,
  webhookId: string,
): WebhookRecord {
  const webhook = store.directory.webhook(webhookId);
  if (webhook === null || webhook.deletedAt !== null) throw noWebhook();
  try {
    managedChat(store, user, webhook.chatId);
  } catch {
    throw noWebhook();
  }
  return webhook;
}

export async function createWebhook(
  context: Context,
  viewer: Viewer,
  chatId: number | null,
  fields: WebhookFields,
): Promise<WithUrl> {
  const token = mintToken(PREFIX.webhook);
  return await change(context, (draft) => {
    const user = currentUser(context, viewer);
    const chat = changeableChat(context.store, user, chatId);
    const webhook: WebhookRecord = {
      ...fields,
      id: context.newId(),
      chatId: chat.id,
      createdAt: draft.at,
      updatedAt: draft.at,
      deletedAt: null,
    };
    const puts: Put[] = [
      { table: "webhook", record: webhook },
      credentialPut(context, draft.at, { kind: "webhook", ownerId: webhook.id, token }),
    ];
    record(draft, actorOf(user), puts, noteOf("webhook.create", webhook, []));
    return { webhook, url: urlOf(context, webhook, token) };
  });
}

export async function changeWebhook(
  context: Context,
  viewer: Viewer,
  webhookId: string,
  fields: Partial<WebhookFields>,
): Promise<WebhookRecord> {
  return await change(context, (draft) => {
    const user = currentUser(context, viewer);
    const before = changeableWebhook(context, user, webhookId);
    const after: WebhookRecord = { ...before, ...given(fields), updatedAt: draft.at };
    const changed = changedFields(before, after, NAMES);
    if (changed.length === 0) return before;
    const action = changed.join() === "enabled"
      ? after.enabled ? "webhook.enable" : "webhook.disable"
      : "webhook.update";
    const puts: Put[] = [{ table: "webhook", record: after }];
    record(draft, actorOf(user), puts, noteOf(action, after, changed));
    return after;
  });
}

/** A new token in place of the old one, which may live on for a grace. */
export async function rotateWebhook(
  context: Context,
  viewer: Viewer,
  webhookId: string,
  graceMs: number,
): Promise<WithUrl> {
  const token = mintToken(PREFIX.webhook);
  return await change(context, (draft) => {
    const user = currentUser(context, viewer);
    const before = changeableWebhook(context, user, webhookId);
    const webhook = { ...before, updatedAt: draft.at };
    const puts: Put[] = [
      { table: "webhook", record: webhook },
      ...replaceTokens(context, draft.at, webhookId, graceMs),
      credentialPut(context, draft.at, { kind: "webhook", ownerId: webhookId, token }),
    ];
    record(draft, actorOf(user), puts, noteOf("webhook.rotate", webhook, ["token"]));
    return { webhook, url: urlOf(context, webhook, token) };
  });
}

export async function deleteWebhook(
  context: Context,
  viewer: Viewer,
  webhookId: string,
): Promise<void> {
  await change(context, (draft) => {
    const user = currentUser(context, viewer);
    const before = webhookSeenBy(context, user, webhookId);
    const webhook = { ...before, updatedAt: draft.at, deletedAt: draft.at };
    const puts: Put[] = [
      { table: "webhook", record: webhook },
      ...endCredentials(context.store.directory.credentialsOf(webhookId), draft.at),
    ];
    record(draft, actorOf(user), puts, noteOf("webhook.delete", webhook, []));
  });
}

/** The ends of an owner's tokens: now or after a grace, and at once for all but the newest few. */
export function replaceTokens(
  { store }: Context,
  at: number,
  ownerId: string,
  graceMs: number,
): Put[] {
  const tokens = store.directory.credentialsOf(ownerId);
  const ended = new Set(surplus(tokens, at, TOKENS_KEPT - 1));
  return [
    ...endCredentials([...ended], at),
    ...endCredentials(tokens.filter((token) => !ended.has(token)), at, graceMs),
  ];
}

export function changeableWebhook(
  context: Context,
  user: UserRecord,
  webhookId: string,
): WebhookRecord {
  const webhook = webhookSeenBy(context, user, webhookId);
  changeableChat(context.store, user, webhook.chatId);
  return webhook;
}

function urlOf({ settings }: Context, { id }: WebhookRecord, token: string): string {
  return `${settings.baseUrl}/webhooks/v1/${id}/${token}`;
}

function noteOf(action: string, { id, name, chatId }: WebhookRecord, changed: string[]) {
  return { action, object: { kind: "webhook", id, name }, chatId, changed };
}

function noWebhook(): Refusal {
  return new Refusal("not_found", {
    message: "There is no webhook of this id in a chat that you are a member of",
  });
}
