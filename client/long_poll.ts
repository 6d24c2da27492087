import type { BotEvent } from "../wire/bot_stream.ts";
import { pause } from "./clock.ts";
import type { Connection, ConnectionEnd } from "./connection.ts";
import { ApiError } from "./errors.ts";
import type { Receiver } from "./event_stream.ts";
import type { Http } from "./http.ts";

const WAIT_S = 25;

/** Hears the same events by asking for them, where no WebSocket can be held. */
export function pollEvents(
  http: Http,
  receiver: Receiver,
  { signal, until }: { signal: AbortSignal; until: number },
): Connection {
  const { clock } = http.options;
  const ack = (seq: number) => {
    http.request("POST", "/bots/v1/events/ack", { body: { seq }, signal }).catch(() => {
      // Acks are cumulative: the next one covers this one.
    });
  };

  async function poll(): Promise<ConnectionEnd> {
    let begun = false;
    while (!signal.aborted) {
      if (clock.now() >= until) return { action: "resume", message: "Trying a WebSocket again" };
      const query = new URLSearchParams({ limit: "100", timeout: begun ? String(WAIT_S) : "0" });
      const after = receiver.after();
      if (after !== undefined) query.set("after", after);
      const page = await http.request<
        { events: BotEvent[]; latest_seq: number; acked_seq: number }
      >(
        "GET",
        `/bots/v1/events?${query}`,
        { signal, retryFor: 0, timeout: (WAIT_S + 15) * 1000 },
      );
      if (!begun) {
        // The first page names the newest seq; with no event on it, that is where a live-only reader begins.
        receiver.begin(page.latest_seq, page.events.length > 0 ? null : page.latest_seq);
        if (receiver.acked() > page.acked_seq) ack(receiver.acked());
        begun = true;
      }
      for (const event of page.events) receiver.event(event);
      while (receiver.isFull() && !signal.aborted) await pause(clock, 50, signal);
    }
    return { action: "resume", message: "Closed" };
  }

  const ended = poll().catch((error): ConnectionEnd =>
    error instanceof ApiError && error.status === 401
      ? {
        action: "stop",
        code: 401,
        message: "The service does not accept the bot's token: check it",
      }
      : { action: "resume", message: "The service is out of reach" }
  );
  return { ack, ended };
}
