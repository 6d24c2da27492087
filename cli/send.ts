import { type Command, CommandError, type Given, UsageError } from "./command.ts";
import { chatNumber } from "./chat_number.ts";
import { addressOf, type Answer, request, type Send, sendTo } from "./http.ts";
import type { Io } from "./io.ts";

const RETRIES = 4;
const LONGEST_WAIT_S = 60;

interface Target {
  baseUrl: string;
  path: string;
  headers: Record<string, string>;
  fields: Record<string, unknown>;
}

function targetOf({ options }: Given, io: Io): Target {
  const webhook = options.webhook ?? io.env.PARLEY_WEBHOOK_URL;
  const token = options.token ?? io.env.PARLEY_BOT_TOKEN;
  if (options.chat !== undefined && options.webhook !== undefined) {
    throw new UsageError("Say one place to post to: --webhook URL, or --chat NUMBER as a bot");
  }
  if (options.chat === undefined && webhook) {
    const url = URL.canParse(webhook) ? new URL(webhook) : null;
    const [, prefix, path] = /^(.*)(\/webhooks\/v1\/[^/]+\/[^/]+)$/.exec(url?.pathname ?? "") ?? [];
    if (url === null || path === undefined) {
      throw new UsageError(
        "The webhook URL must end in /webhooks/v1/{webhook_id}/{token}; copy it again from where it was created",
      );
    }
    return { baseUrl: url.origin + prefix, path, headers: {}, fields: {} };
  }
  if (!token) {
    throw new UsageError(
      "Say where to post: --webhook URL (or PARLEY_WEBHOOK_URL), or --chat NUMBER with --token (or PARLEY_BOT_TOKEN)",
    );
  }
  if (options.chat === undefined) {
    throw new UsageError("A bot posts into a chat: give its number with --chat NUMBER");
  }
  return {
    baseUrl: addressOf(options.url ?? io.env.PARLEY_URL ?? "http://127.0.0.1:8080"),
    path: "/bots/v1/messages",
    headers: { Authorization: `Bearer ${token}` },
    fields: { chat_id: chatNumber(options.chat) },
  };
}

const passing = (status: number) => status === 429 || status >= 500;

/** Posts, and posts again while the service is busy: the idempotency key makes that safe. */
async function post(
  send: Send,
  target: Target,
  body: unknown,
  key: string,
  pause: Io["pause"],
): Promise<Answer> {
  for (let attempt = 0;; attempt++) {
    const headers = { ...target.headers, "Idempotency-Key": key };
    const outcome = await request(send, target.path, { method: "POST", headers, body })
      .catch((error: unknown) => error instanceof Error ? error : new Error(String(error)));
    const last = attempt === RETRIES;
    if (outcome instanceof Error) {
      if (last) throw outcome;
    } else if (last || !passing(outcome.status)) {
      return outcome;
    } else if (Number(outcome.headers.get("Retry-After")) > LONGEST_WAIT_S) {
      return outcome;
    }
    const asked = outcome instanceof Error ? 0 : Number(outcome.headers.get("Retry-After"));
    const wait = asked > 0 ? asked * 1000 : 250 * 2 ** attempt * (0.75 + Math.random() / 2);
    await pause(wait);
  }
}

export const send: Command = {
  name: "send",
  summary: "Post a message through a webhook or as a bot",
  words: "[TEXT | -]",
  wordCount: [0, 1],
  options: {
    webhook: { kind: "text", value: "URL", about: "The webhook's URL; PARLEY_WEBHOOK_URL" },
    chat: { kind: "text", value: "NUMBER", about: "The chat to post into, as a bot" },
    token: { kind: "text", value: "TOKEN", about: "The bot's token; better in PARLEY_BOT_TOKEN" },
    url: { kind: "text", value: "URL", about: "The service; PARLEY_URL or http://127.0.0.1:8080" },
    username: { kind: "text", value: "NAME", about: "The name shown, for this message" },
    "avatar-url": { kind: "text", value: "URL", about: "The picture shown, for this message" },
    "idempotency-key": {
      kind: "text",
      value: "KEY",
      about: "Makes a repeat of this call harmless",
    },
    json: { kind: "flag", about: "Print the service's answer as JSON" },
  },
  details: "Without TEXT, or with -, the message is read from standard input.",
  examples: [
    'parley send --webhook "$WEBHOOK_URL" "Backup finished"',
    "df -h / | parley send --chat 7",
  ],
  async run(given, io) {
    const target = targetOf(given, io);
    const [word] = given.words;
    const content = word === undefined || word === "-"
      ? (await io.input()).replace(/\n$/, "")
      : word;
    const { username, "avatar-url": avatar_url } = given.options;
    const key = given.options["idempotency-key"] ?? crypto.randomUUID();
    const body = { ...target.fields, content, username, avatar_url };
    const { status, body: answer } = await post(
      sendTo(target.baseUrl),
      target,
      body,
      key,
      io.pause,
    );
    if (given.flags.has("json")) io.out(JSON.stringify(answer));
    if (status >= 400) {
      throw new CommandError(
        `${answer.message ?? "The service refused"} (${status} ${answer.error})`,
      );
    }
    for (const warning of (answer.warnings ?? []) as string[]) io.err(`warning: ${warning}`);
    if (!given.flags.has("json")) {
      io.out(`Posted message ${answer.message_id} in chat ${answer.chat_id}`);
    }
    return 0;
  },
};
