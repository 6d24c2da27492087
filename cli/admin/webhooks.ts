import { chatNumber } from "../chat_number.ts";
import { type Action, type ActionInput, atLeastOne, graceSeconds, wholeNumber } from "./action.ts";

const SETTINGS = [
  "description",
  "display-name",
  "avatar-url",
  "allow-ip",
  "per-minute",
  "per-hour",
];
const CHANGEABLE = ["name", ...SETTINGS];
const columns = ["webhook_id", "name", "enabled", "rate_per_minute", "rate_per_hour"];

function fieldsOf({ options }: ActionInput): Record<string, unknown> {
  return {
    name: options.name,
    description: options.description,
    default_username: options["display-name"],
    default_avatar_url: options["avatar-url"],
    ip_allowlist: options["allow-ip"]?.split(",").map((ip) => ip.trim()).filter((ip) => ip !== ""),
    rate_per_minute: wholeNumber("per-minute", options["per-minute"]),
    rate_per_hour: wholeNumber("per-hour", options["per-hour"]),
  };
}

const change = (verb: string, about: string, body: (input: ActionInput) => unknown): Action => ({
  noun: "webhooks",
  verb,
  words: ["WEBHOOK"],
  about,
  shows: "webhook",
  run: (input) =>
    input.api({ method: "PATCH", path: `/webhooks/${input.words[0]}`, body: body(input) }),
});

export const WEBHOOKS: readonly Action[] = [
  {
    noun: "webhooks",
    verb: "list",
    words: ["CHAT"],
    about: "The webhooks of a chat",
    shows: "webhooks",
    columns,
    run: ({ api, words: [chat] }) =>
      api({ method: "GET", path: `/chats/${chatNumber(chat)}/webhooks` }),
  },
  {
    noun: "webhooks",
    verb: "create",
    words: ["CHAT", "NAME"],
    about: "A new webhook; its URL is shown this once",
    options: SETTINGS,
    shows: "webhook",
    secret: "url",
    run: (input) =>
      input.api({
        method: "POST",
        path: `/chats/${chatNumber(input.words[0])}/webhooks`,
        body: { ...fieldsOf(input), name: input.words[1] },
      }),
  },
  {
    noun: "webhooks",
    verb: "show",
    words: ["WEBHOOK"],
    about: "A webhook's settings",
    shows: "webhook",
    run: ({ api, words: [id] }) => api({ method: "GET", path: `/webhooks/${id}` }),
  },
  {
    ...change("update", "Change its settings", (input) => atLeastOne(fieldsOf(input), CHANGEABLE)),
    options: CHANGEABLE,
  },
  change("enable", "Take posts again", () => ({ enabled: true })),
  change("disable", "Refuse posts with 403 webhook_disabled", () => ({ enabled: false })),
  {
    noun: "webhooks",
    verb: "rotate",
    words: ["WEBHOOK"],
    about: "A new URL; the old one ends now, or after --grace",
    options: ["grace"],
    shows: "webhook",
    secret: "url",
    run: ({ api, words: [id], options: { grace } }) =>
      api({
        method: "POST",
        path: `/webhooks/${id}/rotate`,
        body: { grace_s: graceSeconds(grace) },
      }),
  },
  {
    noun: "webhooks",
    verb: "test",
    words: ["WEBHOOK"],
    about: "Post a test message through it",
    run: ({ api, words: [id] }) => api({ method: "POST", path: `/webhooks/${id}/test`, body: {} }),
  },
  {
    noun: "webhooks",
    verb: "deliveries",
    words: ["WEBHOOK"],
    about: "The last calls: when, from where, with what result",
    shows: "deliveries",
    columns: ["at", "address", "status", "error", "message_id"],
    run: ({ api, words: [id] }) => api({ method: "GET", path: `/webhooks/${id}/deliveries` }),
  },
  {
    noun: "webhooks",
    verb: "delete",
    words: ["WEBHOOK"],
    about: "Revoke it for good",
    run: ({ api, words: [id] }) => api({ method: "DELETE", path: `/webhooks/${id}` }),
  },
];
