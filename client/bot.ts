import type { Bot as BotRecord, FinishReason, Message } from "../wire/records.ts";
import { type Clock, systemClock } from "./clock.ts";
import { EventStream, type EventStreamOptions } from "./event_stream.ts";
import { Http } from "./http.ts";
import { Reply, type ReplyState } from "./reply.ts";

export interface BotOptions {
  /** Where the service is, e.g. `https://chat.example.org`. */
  baseUrl: string;
  /** The bot's token, `svcbot_…`. */
  token: string;
  /** For how many milliseconds a call is tried again while the service is out of reach (30 s). */
  retryFor?: number;
  /** After how many milliseconds without an answer one try is given up (15 s). */
  timeout?: number;
  fetch?: typeof fetch;
  clock?: Clock;
}

export interface Identity {
  username?: string;
  avatar_url?: string;
}

export interface NewReply extends Identity {
  content?: string;
  status?: "GN" | "OK";
  finish_reason?: FinishReason;
  /** The event that is answered: a second reply to it is the first one again, as a `duplicate`. */
  event_id?: string;
  /** Repeats with the same key give the first result; without one, each call makes its own. */
  idempotencyKey?: string;
}

export interface Thread {
  root: Message;
  messages: Message[];
  has_more: boolean;
}

/** One bot of the service. */
export class Bot {
  readonly http: Http;

  constructor(options: BotOptions) {
    this.http = new Http({
      baseUrl: options.baseUrl.replace(/\/+$/, ""),
      token: options.token,
      fetch: options.fetch ?? fetch,
      clock: options.clock ?? systemClock,
      retryFor: options.retryFor ?? 30_000,
      timeout: options.timeout ?? 15_000,
    });
  }

  /** The bot itself, its trigger mode and its chats. */
  async me(signal?: AbortSignal): Promise<BotRecord> {
    const { bot } = await this.http.request<{ bot: BotRecord }>("GET", "/bots/v1/me", { signal });
    return bot;
  }

  /** What happens in the bot's chats, for as long as you iterate. Ack what you are done with. */
  events(options: EventStreamOptions = {}): EventStream {
    return new EventStream(this.http, options);
  }

  /** Acks without a stream, e.g. when the stream is closed already. */
  async ack(seq: number, signal?: AbortSignal): Promise<void> {
    await this.http.request("POST", "/bots/v1/events/ack", { body: { seq }, signal });
  }

  /** Posts a message into a chat. */
  async send(
    chatId: number,
    content: string,
    { idempotencyKey = crypto.randomUUID(), ...identity }: Identity & { idempotencyKey?: string } =
      {},
  ): Promise<{ message_id: number; chat_id: number }> {
    return await this.http.request("POST", "/bots/v1/messages", {
      body: { chat_id: chatId, content, ...identity },
      headers: { "idempotency-key": idempotencyKey },
    });
  }

  /** Replies in the thread of a message: whole, or with status `GN` to stream into. */
  async reply(
    parentMessageId: number,
    { idempotencyKey = crypto.randomUUID(), ...body }: NewReply,
    signal?: AbortSignal,
  ): Promise<Reply> {
    const state = await this.http.request<ReplyState>(
      "POST",
      `/bots/v1/threads/${parentMessageId}/replies`,
      { body, signal, headers: { "idempotency-key": idempotencyKey } },
    );
    return new Reply(this.http, state, state.duplicate ? "" : body.content ?? "");
  }

  /** A thread's root and its newest replies (or those before `before`), oldest first. */
  async thread(
    messageId: number,
    { limit, before, signal }: { limit?: number; before?: number; signal?: AbortSignal } = {},
  ): Promise<Thread> {
    const query = new URLSearchParams();
    if (limit !== undefined) query.set("limit", String(limit));
    if (before !== undefined) query.set("before", String(before));
    return await this.http.request("GET", `/bots/v1/threads/${messageId}?${query}`, { signal });
  }

  /** The bot's replies that are still being generated: after a restart, those that it left behind. */
  async unfinished(signal?: AbortSignal): Promise<Reply[]> {
    const { messages } = await this.http.request<{ messages: Message[] }>(
      "GET",
      "/bots/v1/replies?status=GN",
      { signal },
    );
    return messages.map((message) =>
      new Reply(this.http, {
        message_id: message.message_id,
        chat_id: message.chat_id,
        parent_message_id: message.parent_message_id!,
        status: message.status,
        length: new TextEncoder().encode(message.content).length,
        duplicate: true,
        stalled: message.stalled,
      }, message.content)
    );
  }
}
