// The settings of incoming webhooks, a test post through one, and its last deliveries.
import { z } from "zod";
import { canonicalAddress } from "../../chat/addresses.ts";
import { currentUser } from "../../chat/changes.ts";
import { messageView } from "../../chat/reading.ts";
import { postThroughWebhook } from "../../chat/webhook_posting.ts";
import {
  changeableWebhook,
  changeWebhook,
  createWebhook,
  DEFAULT_PER_HOUR,
  DEFAULT_PER_MINUTE,
  deleteWebhook,
  listWebhooks,
  rotateWebhook,
  type WebhookFields,
  webhookSeenBy,
} from "../../chat/webhooks.ts";
import { Delivery, Message, Webhook } from "../../wire/records.ts";
import { ok } from "../answers.ts";
import { recorded } from "../deliveries.ts";
import { viewer } from "../guards.ts";
import { deliveryRecord, messageRecord, webhookRecord } from "../records.ts";
import { route } from "../route.ts";
import {
  Avatar,
  Description,
  Done,
  Enabled,
  Grace,
  idIn,
  Name,
  OptionalName,
  success,
} from "./fields.ts";

const MAX_ENTRIES = 100;
const MAX_RATE = 1_000_000;

const ENTRY = { error: "must be an IP address such as 203.0.113.7 or 2001:db8::1" };
const LIST = { error: `must be a list of at most ${MAX_ENTRIES} IP addresses` };
// Contract §2: an entry with a slash is taken, matches nobody, and is pointed out.
const Allowlist = z.array(
  z.string(ENTRY).max(64, ENTRY).transform((entry) => entry.trim()).refine(
    (entry) => canonicalAddress(entry) !== null || /^[0-9a-f.:]+\/\d{1,3}$/i.test(entry),
    ENTRY,
  ).meta({ pattern: "^[0-9A-Fa-f.:]+(/[0-9]{1,3})?$" }),
  LIST,
).max(MAX_ENTRIES, LIST).meta({
  description: "Exact addresses that may post; empty for everybody. CIDR ranges match nobody",
});

const RATE = { error: `must be a whole number from 0 to ${MAX_RATE}, 0 for no limit` };
const Rate = z.int(RATE).min(0, RATE).max(MAX_RATE, RATE);

const fields = {
  description: Description.optional(),
  default_username: OptionalName.optional().meta({ description: "The name of its messages" }),
  default_avatar_url: Avatar.optional(),
  enabled: Enabled.optional(),
  ip_allowlist: Allowlist.optional(),
  rate_per_minute: Rate.optional().meta({
    description: `Messages in any 60 s; ${DEFAULT_PER_MINUTE} by default, 0 for no limit`,
  }),
  rate_per_hour: Rate.optional().meta({
    description: `Messages in any 3600 s; ${DEFAULT_PER_HOUR} by default, 0 for no limit`,
  }),
};
const WebhookSettings = z.object({ name: Name, ...fields }).meta({ id: "WebhookSettings" });
const WebhookChange = z.object({ name: Name.optional(), ...fields }).meta({ id: "WebhookChange" });
const RotateBody = z.object({ grace_s: Grace }).meta({ id: "RotateBody" });

const WebhookAnswer = success({ webhook: Webhook });
const SecretAnswer = success({ webhook: Webhook, url: z.url() });

const TEST_CONTENT = "A test message, sent from the webhook's settings. The webhook works.";

export const webhookRoutes = [
  route({
    method: "GET",
    path: "/api/v1/chats/:chat_id/webhooks",
    name: "list_webhooks",
    summary: "The webhooks of a chat",
    who: viewer,
    answer: success({ webhooks: z.array(Webhook) }),
    errors: ["not_found"],
    handle: ({ context, who, params }) => {
      const webhooks = listWebhooks(context, who, idIn(params, "chat_id"));
      return ok({ webhooks: webhooks.map(webhookRecord) });
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/chats/:chat_id/webhooks",
    name: "create_webhook",
    summary: "Create an incoming webhook; its URL is shown this once",
    who: viewer,
    body: WebhookSettings,
    answer: SecretAnswer,
    errors: ["not_found", "forbidden"],
    handle: async ({ context, who, params, body }) => {
      const { webhook, url } = await createWebhook(context, who, idIn(params, "chat_id"), {
        name: body.name,
        description: body.description ?? "",
        defaultUsername: body.default_username ?? null,
        defaultAvatarUrl: body.default_avatar_url ?? null,
        enabled: body.enabled ?? true,
        ipAllowlist: body.ip_allowlist ?? [],
        ratePerMinute: body.rate_per_minute ?? DEFAULT_PER_MINUTE,
        ratePerHour: body.rate_per_hour ?? DEFAULT_PER_HOUR,
      });
      return ok({ webhook: webhookRecord(webhook), url });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/webhooks/:webhook_id",
    name: "read_webhook",
    summary: "The settings of a webhook",
    who: viewer,
    answer: WebhookAnswer,
    errors: ["not_found"],
    handle: ({ context, who, params }) =>
      ok({ webhook: webhookRecord(webhookSeenBy(context, who.user, params.webhook_id!)) }),
  }),
  route({
    method: "PATCH",
    path: "/api/v1/webhooks/:webhook_id",
    name: "change_webhook",
    summary: "Change a webhook's settings; enable or disable it",
    who: viewer,
    body: WebhookChange,
    answer: WebhookAnswer,
    errors: ["not_found", "forbidden"],
    handle: async ({ context, who, params, body }) => {
      const wanted: { [K in keyof WebhookFields]: WebhookFields[K] | undefined } = {
        name: body.name,
        description: body.description,
        defaultUsername: body.default_username,
        defaultAvatarUrl: body.default_avatar_url,
        enabled: body.enabled,
        ipAllowlist: body.ip_allowlist,
        ratePerMinute: body.rate_per_minute,
        ratePerHour: body.rate_per_hour,
      };
      const webhook = await changeWebhook(context, who, params.webhook_id!, wanted);
      return ok({ webhook: webhookRecord(webhook) });
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/webhooks/:webhook_id",
    name: "delete_webhook",
    summary: "Revoke a webhook for good; its messages stay",
    who: viewer,
    answer: Done,
    errors: ["not_found"],
    handle: async ({ context, who, params }) => {
      await deleteWebhook(context, who, params.webhook_id!);
      return ok({});
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/webhooks/:webhook_id/rotate",
    name: "rotate_webhook",
    summary: "Give a webhook a new URL, shown this once; the old one ends now or after a grace",
    who: viewer,
    body: RotateBody,
    answer: SecretAnswer,
    errors: ["not_found", "forbidden"],
    handle: async ({ context, who, params, body }) => {
      const { webhook, url } = await rotateWebhook(context, who, params.webhook_id!, body.grace_s);
      return ok({ webhook: webhookRecord(webhook), url });
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/webhooks/:webhook_id/test",
    name: "test_webhook",
    summary: "Post a test message through a webhook, with all its checks and limits",
    who: viewer,
    answer: success({ message: Message }),
    errors: ["not_found", "forbidden", "webhook_disabled", "ip_not_allowed", "rate_limit_exceeded"],
    handle: async (call) => {
      const { context, who, params, address } = call;
      const webhook = changeableWebhook(context, currentUser(context, who), params.webhook_id!);
      return await recorded(call, () => webhook.id, async () => {
        const { messageId, headers } = await postThroughWebhook(context, {
          webhook,
          content: TEST_CONTENT,
          address,
          key: null,
          request: "",
        });
        const entry = (await context.store.messages.get(messageId))!;
        const message = messageRecord(await messageView(context, entry));
        return { messageId, answer: ok({ message }, headers) };
      });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/webhooks/:webhook_id/deliveries",
    name: "list_webhook_deliveries",
    summary: "The last 100 calls of a webhook, newest first, without contents",
    who: viewer,
    answer: success({ deliveries: z.array(Delivery) }),
    errors: ["not_found"],
    handle: async ({ context, who, params }) => {
      const { id } = webhookSeenBy(context, who.user, params.webhook_id!);
      return ok({ deliveries: (await context.store.deliveries.list(id)).map(deliveryRecord) });
    },
  }),
];
