/**
 * A small library for bots: hear events, reply in threads while viewers watch, post messages.
 *
 * ```ts
 * import { Bot } from "parley/client";
 *
 * const bot = new Bot({ baseUrl: "http://127.0.0.1:8080", token: "svcbot_…" });
 * const events = bot.events({ after: "acked" });
 * for await (const event of events) {
 *   if (event.type !== "reply.cancelled") {
 *     const { parent_message_id, text } = event.data;
 *     await bot.reply(parent_message_id, { content: `You said: ${text}`, event_id: event.event_id });
 *   }
 *   events.ack(event.seq);
 * }
 * ```
 * @module
 */
export { Bot, type BotOptions, type Identity, type NewReply, type Thread } from "./bot.ts";
export { byteLength, Reply, type ReplyState } from "./reply.ts";
export { EventStream, type EventStreamOptions } from "./event_stream.ts";
export { ApiError, StreamError } from "./errors.ts";
export { type Clock, pause, systemClock } from "./clock.ts";
export { createBackoff } from "./backoff.ts";
export type { BotEvent, TriggerEvent } from "../wire/bot_stream.ts";
export type { Bot as BotRecord, FinishReason, Message } from "../wire/records.ts";
