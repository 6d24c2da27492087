// POST /hooks/{webhook_id}/{token}: the same webhooks, for tools that speak Slack or Mattermost.
import { z } from "zod";
import { MAX_CHARACTERS, requireContent } from "../chat/content.ts";
import { Refusal } from "../chat/errors.ts";
import { cutCharacters, fromSlack } from "../chat/slack_payload.ts";
import { type JsonObject, parseObject, POST_CAP } from "./body.ts";
import { webhookToken } from "./guards.ts";
import { route } from "./route.ts";
import { takeWebhookCall, type WebhookMessage } from "./webhook_calls.ts";
import { postAnswer, postWebhook } from "./webhooks.ts";

// Alertmanager's texts run past every message's limit; they are cut, not refused.
const SLACK_CAP = 8 * POST_CAP;

export const SlackBody = z.object({
  text: z.string().optional(),
  username: z.string().optional(),
  icon_url: z.string().optional(),
  attachments: z.array(z.object({
    pretext: z.string().optional(),
    title: z.string().optional(),
    title_link: z.string().optional(),
    text: z.string().optional(),
    fallback: z.string().optional(),
    fields: z.array(z.object({ title: z.string().optional(), value: z.string().optional() }))
      .optional(),
  })).optional(),
}).meta({ id: "SlackBody", description: "Also as the form field payload" });

const hookAt = (path: string, name: string, summary: string) =>
  route({
    method: "POST",
    path,
    name,
    summary,
    who: webhookToken,
    takes: SlackBody,
    answer: z.literal("ok"),
    errors: postWebhook.errors,
    handle: (call) => {
      const type = call.request.headers.get("content-type") ?? "";
      return takeWebhookCall(
        call,
        SLACK_CAP,
        (text) => read(text, type),
        (posted) => ({ body: "ok", headers: postAnswer(posted).headers }),
      );
    },
  });

function read(text: string, contentType: string): WebhookMessage {
  const { content, username, avatarUrl } = fromSlack(payloadOf(text, contentType));
  return {
    content: cutCharacters(requireContent(content), MAX_CHARACTERS),
    username,
    avatar_url: avatarUrl,
  };
}

export const postSlackHook = hookAt(
  "/hooks/:webhook_id/:token",
  "post_slack_payload",
  "Post a Slack or Mattermost payload through an incoming webhook",
);

// Apprise puts /hooks/ before the last segment of mmost://host/{webhook_id}/{token}, and nowhere else.
export const postMattermostHook = hookAt(
  "/:webhook_id/hooks/:token",
  "post_mattermost_payload",
  "The same, where Apprise's mmost://host/{webhook_id}/{token} posts to",
);

function payloadOf(text: string, contentType: string): JsonObject {
  const isForm = /^application\/x-www-form-urlencoded/i.test(contentType);
  // curl sends JSON under the form's type too, and a form may come without any.
  if (text.trimStart().startsWith("{")) return parseObject(text);
  if (!isForm && !text.startsWith("payload=")) return parseObject(text);
  const payload = new URLSearchParams(text).get("payload");
  if (payload !== null) return parseObject(payload);
  throw new Refusal("invalid_json", {
    message: "The form has no field payload; send the JSON in a field of that name, or as the body",
  });
}
