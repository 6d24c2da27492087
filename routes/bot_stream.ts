// GET /bots/v1/stream: the WebSocket on which a bot hears its chats; and the same events by long poll.
import { z } from "zod";
import { invalidField } from "../chat/errors.ts";
import { BotEvent } from "../wire/bot_stream.ts";
import { ok } from "./answers.ts";
import type { BotHub } from "./bot_hub.ts";
import { eventsAfter, startOf } from "./event_pages.ts";
import { bot, botOrQuery } from "./guards.ts";
import { type Call, type Route, route } from "./route.ts";
import { upgrade } from "./upgrade.ts";

const after = z.string().optional().meta({
  description:
    "A seq: all events after it. acked: all after the saved cursor. Absent: the saved cursor if the " +
    "bot ever acked, otherwise live only",
});
const LongPollQuery = z.object({
  after,
  limit: z.coerce.number().int().min(1).max(500).default(100).meta({
    description: "At most so many events, and about 1 MiB of them; what is left comes with the " +
      "next call",
  }),
  timeout: z.coerce.number().min(0).max(60).default(25).meta({
    description: "Seconds to wait for an event",
  }),
});
const AckBody = z.object({ seq: z.int().nonnegative() }).meta({ id: "AckBody" });

export function botStreamRoutes(hub: BotHub): Route[] {
  return [
    route({
      method: "GET",
      path: "/bots/v1/stream",
      name: "bot_stream",
      summary: "The bot's event stream, a WebSocket",
      who: botOrQuery,
      query: z.object({ after, token: z.string().optional() }),
      errors: ["upgrade_required"],
      handle: async (call) => {
        const start = await startFor(call, call.who.bot);
        const { socket, response } = upgrade(call);
        hub.connect(call.who, socket, start);
        return response;
      },
    }),
    route({
      method: "GET",
      path: "/bots/v1/events",
      name: "poll_events",
      summary: "The bot's events by long poll",
      who: bot,
      query: LongPollQuery,
      answer: z.object({
        ok: z.literal(true),
        events: z.array(BotEvent),
        latest_seq: z.int(),
        oldest_seq: z.int(),
        acked_seq: z.int(),
        gap: z.object({ from_seq: z.int(), to_seq: z.int() }).optional(),
      }),
      handle: async (call) => {
        const { context, query, who } = call;
        const { cursors } = context.store;
        const { ref } = who.bot;
        const start = await startFor(call, who.bot);
        const oldest = cursors.oldest(ref);
        const gap = start + 1 < oldest ? { from_seq: start + 1, to_seq: oldest - 1 } : undefined;
        let from = Math.max(start, oldest - 1);
        let frames = await eventsAfter(context, who.bot, from, query.limit);
        if (frames.length === 0 && query.timeout > 0) {
          await hub.waitForEvent(ref, from, query.timeout * 1000, call.request.signal);
          frames = await eventsAfter(context, who.bot, from, query.limit);
        }
        from = frames.at(-1)?.seq ?? from;
        return ok({
          events: frames.flatMap(({ json }) => json === null ? [] : [JSON.parse(json)]),
          latest_seq: Math.max(from, cursors.latest(ref)),
          oldest_seq: oldest,
          acked_seq: cursors.acked(ref) ?? 0,
          ...(gap === undefined ? {} : { gap }),
        });
      },
    }),
    route({
      method: "POST",
      path: "/bots/v1/events/ack",
      name: "ack_events",
      summary: "Move the bot's saved cursor: all events up to seq are done",
      who: bot,
      body: AckBody,
      answer: z.object({ ok: z.literal(true), acked_seq: z.int() }),
      handle: ({ context, body, who }) => {
        const { cursors } = context.store;
        const latest = cursors.latest(who.bot.ref);
        if (body.seq > latest) {
          throw invalidField("seq", `The seq is ${body.seq}, but the newest event is ${latest}`);
        }
        cursors.ack(who.bot.ref, body.seq);
        return ok({ acked_seq: cursors.acked(who.bot.ref) });
      },
    }),
  ];
}

async function startFor(
  call: Call & { query: { after?: string } },
  bot: { ref: number },
): Promise<number> {
  const { store } = call.context;
  // The bot may have acked at another process.
  if (store.shared) await Promise.all([store.refresh(), store.cursors.refreshAck(bot.ref)]);
  const start = startOf(call.context, bot, call.query.after ?? null);
  if (start !== null) return start;
  throw invalidField("after", `The after is ${call.query.after}; send a seq, or acked`);
}
