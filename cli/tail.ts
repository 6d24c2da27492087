import { Bot, type BotEvent, StreamError } from "../client/mod.ts";
import type { Message } from "../wire/records.ts";
import { type Command, CommandError, type Given, UsageError } from "./command.ts";
import { chatNumber } from "./chat_number.ts";
import { follow } from "./follow.ts";
import { addressOf, request, requireOk, sendTo } from "./http.ts";
import { type Io, paint, printable } from "./io.ts";

function line(message: Message, io: Io): string {
  const time = paint(io, "dim", message.created_at.slice(11, 19));
  const badge = message.author.badge === null ? "" : ` ${paint(io, "dim", message.author.badge)}`;
  const name = paint(io, "cyan", printable(message.author.display_name));
  const reply = message.parent_message_id === null
    ? ""
    : `  (in thread ${message.parent_message_id}) `;
  return `${time} ${reply}${name}${badge}: ${
    printable(message.content).replaceAll("\n", "\n         ")
  }`;
}

function showEvent(event: BotEvent, io: Io): void {
  if (event.type === "reply.cancelled") {
    return io.out(paint(io, "yellow", `A viewer stopped reply ${event.data.message_id}`));
  }
  const { data, seq } = event;
  const about = `${
    printable(data.chat.name)
  } (chat ${data.chat.chat_id}), ${data.trigger}, event ${seq}`;
  io.out(`${line(data.message, io)}\n         ${paint(io, "dim", about)}`);
}

function startOf(after: string | undefined): number | undefined {
  if (after === undefined) return after;
  if (/^\d{1,15}$/.test(after)) return Number(after);
  throw new UsageError(
    `--after takes the number of an event or message, or acked for a bot; "${after}" is none`,
  );
}

/** Says at once what a stream that does not open would hide: the wrong address, token or chat. */
async function check(baseUrl: string, token: string, path: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  await requireOk(request(sendTo(baseUrl), path, { method: "GET", headers }));
}

/** Follows a bot's events. Nothing is acknowledged unless asked: looking on takes no event from the bot. */
async function tailBot(given: Given, io: Io, baseUrl: string, token: string): Promise<void> {
  const { after } = given.options;
  const start = after === "acked" ? after : startOf(after);
  await check(baseUrl, token, "/bots/v1/me");
  const events = new Bot({ baseUrl, token, retryFor: 0 }).events({
    after: start,
    signal: io.signal,
    onState: (state, detail) => {
      if (state === "lost") tell(io, `${detail}; connecting again`);
    },
  });
  try {
    for await (const event of events) {
      if (given.flags.has("json")) io.out(JSON.stringify(event));
      else showEvent(event, io);
      if (given.flags.has("ack")) events.ack(event.seq);
    }
  } catch (error) {
    if (error instanceof StreamError) throw new CommandError(`${error.message} (${error.code})`);
    throw error;
  }
}

async function tailChat(given: Given, io: Io, baseUrl: string, token: string): Promise<void> {
  const chat = chatNumber(given.options.chat);
  let after = startOf(given.options.after) ?? null;
  await check(baseUrl, token, `/api/v1/chats/${chat}`);
  const show = (message: Message) => {
    after = Math.max(after ?? 0, message.message_id);
    // A reply under generation is shown once it is whole.
    if (message.status === "OK" && !given.flags.has("json")) io.out(line(message, io));
  };
  await follow({
    baseUrl,
    token,
    signal: io.signal,
    tell: (text) => tell(io, text),
    path: () => "/api/v1/stream",
    opening: () => [{ type: "subscribe", chat_id: chat, ...(after === null ? {} : { after }) }],
    take(frame, send) {
      if (given.flags.has("json")) io.out(JSON.stringify(frame));
      if (frame.type === "ping") send({ type: "pong" });
      if (frame.type === "error") throw new CommandError(String(frame.message));
      if (frame.type === "unsubscribed") {
        throw new CommandError("You are no longer a member of this chat; ask to be added again");
      }
      if (frame.type === "snapshot") (frame.messages as Message[]).forEach(show);
      if (frame.type === "MessageEvent" || frame.type === "ThreadReplyEvent") {
        show(frame.message as Message);
      }
      const settled = frame.type === "ThreadReplyStatusEvent" ? frame.message as Message : null;
      if (settled !== null && settled.chat_id === chat) show(settled);
    },
  });
}

const tell = (io: Io, text: string) => io.err(paint({ colors: io.errorColors }, "dim", text));

const text = (value: string, about: string) => ({ kind: "text" as const, value, about });

export const tail: Command = {
  name: "tail",
  summary: "Follow a bot's events or a chat's messages",
  options: {
    chat: text("NUMBER", "Follow this chat, as a user; without it, the bot's events"),
    url: text("URL", "The service; PARLEY_URL or http://127.0.0.1:8080"),
    token: text("TOKEN", "Of the bot (PARLEY_BOT_TOKEN) or the user (PARLEY_OWNER_TOKEN)"),
    after: text("WHERE", "Begin after this event or message; for a bot also: acked"),
    ack: { kind: "flag", about: "Acknowledge each event, which moves the bot's saved cursor" },
    json: { kind: "flag", about: "Print each event or frame as a line of JSON" },
  },
  details: "It connects again after an interruption and resumes where it was. End it with Ctrl-C.",
  examples: [
    "PARLEY_BOT_TOKEN=svcbot_… parley tail --after acked",
    "PARLEY_OWNER_TOKEN=svcusr_… parley tail --chat 7 --json | jq .",
  ],
  async run(given, io) {
    const { chat, token = io.env[chat === undefined ? "PARLEY_BOT_TOKEN" : "PARLEY_OWNER_TOKEN"] } =
      given.options;
    if (!token) {
      throw new UsageError(
        chat === undefined
          ? "Following a bot needs its token: set PARLEY_BOT_TOKEN, or give --token; for a chat, give --chat NUMBER"
          : "Following a chat needs a user's access token: set PARLEY_OWNER_TOKEN, or give --token",
      );
    }
    const baseUrl = addressOf(given.options.url ?? io.env.PARLEY_URL ?? "http://127.0.0.1:8080");
    await (chat === undefined ? tailBot : tailChat)(given, io, baseUrl, token);
    return 0;
  },
};
