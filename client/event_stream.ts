import type { BotEvent } from "../wire/bot_stream.ts";
import { createBackoff } from "./backoff.ts";
import { pause } from "./clock.ts";
import { ApiError, StreamError } from "./errors.ts";
import { EventQueue } from "./event_queue.ts";
import type { Http } from "./http.ts";
import { pollEvents } from "./long_poll.ts";
import { openSocket } from "./socket.ts";

export interface EventStreamOptions {
  /**
   * Where to begin: after this seq, or after what was acked (`"acked"`; all that is kept if nothing ever was).
   * Without it: after what was acked, or with what comes next.
   */
  after?: number | "acked";
  /** `auto` holds a WebSocket and polls where none can be held. */
  transport?: "auto" | "websocket" | "poll";
  /** How the token travels: some proxies drop the header of a WebSocket. */
  auth?: "header" | "query";
  onState?: (state: "connected" | "lost", detail: string) => void;
  signal?: AbortSignal;
}

/** What a connection tells the stream. */
export interface Receiver {
  after(): string | undefined;
  acked(): number;
  begin(latestSeq: number, start: number | null): void;
  event(event: BotEvent): void;
  /** Whoever iterates is too far behind: the connection is given up until it has caught up. */
  isFull(): boolean;
}

const FULL = 1_000;
const HANDSHAKES_BEFORE_POLL = 3;
const POLL_BEFORE_SOCKET_MS = 60_000;
const TOO_MANY_WAIT_MS = 10_000;

/** Events in order, resumed wherever a connection was lost; each once. */
export class EventStream implements AsyncIterable<BotEvent> {
  readonly #queue = new EventQueue<BotEvent>();
  readonly #stop = new AbortController();
  readonly #first = Promise.withResolvers<number>();
  #after: string | undefined;
  #seen = 0;
  #acked = 0;
  #send: ((seq: number) => void) | null = null;
  readonly #finished: Promise<void>;

  constructor(readonly http: Http, readonly options: EventStreamOptions) {
    this.#after = options.after === undefined ? undefined : String(options.after);
    options.signal?.addEventListener("abort", () => this.close(), { once: true });
    // Nobody has to ask for it.
    this.#first.promise.catch(() => {});
    this.#finished = this.#run().then(
      () => this.#first.reject(new Error("The stream was closed before it was open")),
      (error) => {
        this.#first.reject(error);
        this.#queue.end(error);
      },
    );
  }

  /** The newest seq at the first connection: what is up to there happened before. */
  get latestAtStart(): Promise<number> {
    return this.#first.promise;
  }

  /** Everything up to `seq` is done: it will not be delivered again after a restart. */
  ack(seq: number): void {
    if (seq <= this.#acked) return;
    this.#acked = seq;
    this.#send?.(seq);
  }

  /** Ends the iteration and the connection. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#queue.end();
    await this.#finished;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<BotEvent, void, void> {
    try {
      while (true) {
        const event = await this.#queue.take();
        if (event === null) return;
        yield event;
      }
    } finally {
      await this.close();
    }
  }

  async #run(): Promise<void> {
    const { clock } = this.http.options;
    const { signal } = this.#stop;
    const { transport = "auto" } = this.options;
    const backoff = createBackoff();
    let failedHandshakes = 0;
    while (!signal.aborted) {
      const polls = transport === "poll" ||
        (transport === "auto" && failedHandshakes >= HANDSHAKES_BEFORE_POLL);
      let begun = false;
      const receiver: Receiver = {
        after: () => this.#after,
        acked: () => this.#acked,
        begin: (latestSeq, start) => {
          begun = true;
          backoff.reset();
          this.#startOver(latestSeq);
          this.#after ??= start === null ? undefined : String(start);
          this.#first.resolve(latestSeq);
          this.options.onState?.("connected", polls ? "by long poll" : "by WebSocket");
        },
        event: (event) => this.#receive(event),
        isFull: () => this.#queue.size >= FULL,
      };
      const connection = polls
        ? pollEvents(this.http, receiver, {
          signal,
          until: transport === "poll" ? Infinity : clock.now() + POLL_BEFORE_SOCKET_MS,
        })
        : openSocket(this.http, receiver, { signal, auth: this.options.auth ?? "header" });
      this.#send = connection.ack;
      const end = await connection.ended;
      this.#send = null;
      if (signal.aborted) return;
      if (end.action === "stop") throw new StreamError(end.code, end.message);
      this.options.onState?.("lost", end.message);
      if (polls) failedHandshakes = 0;
      else if (begun) failedHandshakes = 0;
      else if (await this.#isServed()) failedHandshakes++;
      await pause(
        clock,
        end.action === "wait" ? TOO_MANY_WAIT_MS + backoff.next() : backoff.next(),
        signal,
      );
      while (this.#queue.size > FULL / 2 && !signal.aborted) await pause(clock, 50, signal);
    }
  }

  /** The service's data was put back to an earlier state, so that it counts again from there. */
  #startOver(latestSeq: number): void {
    if (latestSeq >= this.#seen) return;
    this.#seen = latestSeq;
    this.#acked = Math.min(this.#acked, latestSeq);
    this.#after = String(latestSeq);
  }

  #receive(event: BotEvent): void {
    // Delivery is at least once; what was seen is not handed out again.
    if (event.seq <= this.#seen) return;
    this.#seen = event.seq;
    this.#after = String(event.seq);
    this.#queue.push(event);
  }

  /** A refused handshake shows no reason; an ordinary call does. Throws when the token is the reason. */
  async #isServed(): Promise<boolean> {
    try {
      await this.http.request("GET", "/bots/v1/me", { retryFor: 0, signal: this.#stop.signal });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        throw new StreamError(401, "The service does not accept the bot's token: check it");
      }
      return false;
    }
  }
}
