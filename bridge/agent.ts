import {
  ApiError,
  Bot,
  type BotRecord,
  type Clock,
  type EventStream,
  StreamError,
  type TriggerEvent,
} from "../client/mod.ts";
import { AckTracker } from "./ack_tracker.ts";
import { type Answer, type AnswerDeps, answerEvent } from "./answer.ts";
import type { Breaker } from "./breaker.ts";
import type { AgentConfig } from "./config.ts";
import { introduce } from "./introduction.ts";
import type { BridgeLog } from "./log.ts";
import type { BridgeMetrics } from "./metrics.ts";
import { Orphans } from "./orphans.ts";
import { Slots } from "./slots.ts";
import { ThreadQueue } from "./thread_queue.ts";

/** So many events may be in hand at once; more stay with the service until some are done. */
const MAX_IN_HAND = 2_000;

export interface AgentOptions {
  baseUrl: string;
  config: AgentConfig;
  breaker: Breaker;
  metrics: BridgeMetrics;
  log: BridgeLog;
  clock: Clock;
  fetch: typeof fetch;
}

/** One bot and the backend behind it. */
export class Agent {
  readonly #options: AgentOptions;
  readonly #bot: Bot;
  readonly #slots: Slots;
  readonly #queue = new ThreadQueue();
  readonly #acks = new AckTracker();
  readonly #running = new Map<number, AbortController>();
  readonly #stopped = new Set<number>();
  readonly #tasks = new Set<Promise<void>>();
  readonly #orphans: Orphans;
  readonly #intake = new AbortController();
  readonly #stopping = new AbortController();
  readonly #nonce = crypto.randomUUID();
  #ackable = 0;
  #roomMade = () => {};

  constructor(options: AgentOptions) {
    this.#options = options;
    const { baseUrl, config, clock, fetch } = options;
    // An answer is worth any patience with the service; the stopping signal ends it.
    this.#bot = new Bot({ baseUrl, token: config.bot_token, clock, fetch, retryFor: Infinity });
    this.#slots = new Slots(config.max_parallel_threads);
    this.#orphans = new Orphans(options.log, this.#stopping.signal, (task) => this.#track(task));
  }

  /** Answers events until it is stopped, or for good when the service refuses the bot. */
  async run(): Promise<void> {
    const { log, clock } = this.#options;
    let name = "";
    try {
      const { signal } = this.#stopping;
      const { self, unfinished } = await introduce(this.#bot, { signal, clock, log });
      name = self.username;
      this.#orphans.add(unfinished);
      const events = this.#bot.events({
        after: "acked",
        signal: this.#intake.signal,
        onState: (state, detail) =>
          log(state === "lost" ? "warn" : "info", `Stream ${state}`, { bot: name, detail }),
      });
      await this.#take(events, self);
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      // The bot itself is gone: whatever its answers still ask of the backend is for nobody.
      this.#stopping.abort(error);
      const isRefused = error instanceof StreamError || error instanceof ApiError;
      log("error", "An agent has stopped", {
        bot: name || undefined,
        reason: isRefused ? error.message : String(error),
      });
    } finally {
      await Promise.all(this.#tasks);
    }
  }

  /** Takes no more events, lets answers end for `grace` milliseconds, then leaves the rest for the next start. */
  async stop(grace: number): Promise<void> {
    const cancel = this.#options.clock.after(grace, () => this.#stopping.abort());
    this.#intake.abort();
    await Promise.all(this.#tasks);
    cancel();
    // The stream is closed already; without this ack, what ended within the grace would come again.
    if (this.#ackable > 0) {
      const signal = AbortSignal.timeout(1_000);
      await this.#bot.ack(this.#ackable, AbortSignal.any([signal, this.#stopping.signal]))
        .catch(() => {});
    }
    this.#stopping.abort();
  }

  async #take(events: EventStream, self: BotRecord): Promise<void> {
    const { clock } = this.#options;
    this.#addGauges(self.username);
    const deps = this.#depsFor(self);
    const latestAtStart = await events.latestAtStart.catch(() => 0);
    if ((self.acked_seq ?? 0) >= latestAtStart) this.#orphans.allCame();
    for await (const event of events) {
      this.#acks.begin(event.seq);
      const isRedelivered = event.seq <= latestAtStart;
      if (isRedelivered) this.#orphans.cameAgain(event.seq);
      if (event.seq >= latestAtStart) this.#orphans.allCame();
      if (event.type === "reply.cancelled") {
        this.#cancel(event.data.message_id);
        this.#finish(events, event.seq);
      } else {
        this.#start(events, event, { receivedAt: clock.now(), isRedelivered }, deps);
      }
      while (this.#acks.unfinished >= MAX_IN_HAND && !this.#intake.signal.aborted) {
        await new Promise<void>((resolve) => this.#roomMade = resolve);
      }
    }
    await Promise.all(this.#tasks);
  }

  #start(
    events: EventStream,
    event: TriggerEvent,
    arrival: { receivedAt: number; isRedelivered: boolean },
    deps: AnswerDeps,
  ): void {
    this.#track(this.#queue.run(event.data.session_id, async () => {
      if (this.#stopping.signal.aborted) return;
      const answer = await this.#answer(event, arrival, deps);
      if (answer === null || answer.outcome === "left") return;
      this.#finish(events, event.seq);
    }));
  }

  #track(running: Promise<void>): void {
    const task = running.finally(() => this.#tasks.delete(task));
    this.#tasks.add(task);
  }

  async #answer(
    event: TriggerEvent,
    arrival: { receivedAt: number; isRedelivered: boolean },
    deps: AnswerDeps,
  ): Promise<Answer | null> {
    const { log, metrics, clock } = this.#options;
    const about = {
      bot: deps.botName,
      chat_id: event.data.chat.chat_id,
      parent_message_id: event.data.parent_message_id,
      event_id: event.event_id,
      seq: event.seq,
    };
    try {
      const answer = await answerEvent(event, arrival, deps);
      const { attempted } = answer;
      const totalMs = clock.now() - arrival.receivedAt;
      metrics.answers.add({ bot: deps.botName, outcome: answer.outcome });
      if (attempted) {
        metrics.text.add({ bot: deps.botName }, attempted.bytes);
        if (attempted.firstTokenMs !== null) {
          metrics.firstToken.observe({ bot: deps.botName }, attempted.firstTokenMs / 1000);
        }
        if (attempted.deltas > 1) {
          metrics.pace.observe({ bot: deps.botName }, attempted.deltas / (totalMs / 1000));
        }
      }
      log(answer.outcome === "misconfigured" ? "error" : "info", "Answer", {
        ...about,
        message_id: answer.messageId,
        outcome: answer.outcome,
        ...(answer.why ? { why: answer.why } : {}),
        attempts: attempted?.attempts ?? 0,
        parts: answer.parts,
        deltas: attempted?.deltas ?? 0,
        placeholder_ms: rounded(answer.placeholderMs),
        first_token_ms: rounded(attempted?.firstTokenMs ?? null),
        total_ms: rounded(totalMs),
        breaker: this.#options.breaker.state,
      });
      return answer;
    } catch (error) {
      if (this.#stopping.signal.aborted) return null;
      // The thread or the membership is gone: there is no place for an answer, and asking again finds none either.
      const isGone = error instanceof ApiError;
      metrics.answers.add({ bot: deps.botName, outcome: isGone ? "gone" : "left" });
      log("warn", "Answer", {
        ...about,
        outcome: isGone ? "gone" : "left",
        why: isGone ? error.code : String(error),
      });
      if (!isGone || error.status === 401) return null;
      return {
        outcome: "gone",
        messageId: null,
        placeholderMs: null,
        attempted: null,
        parts: 0,
        why: error.code,
      };
    }
  }

  #cancel(messageId: number): void {
    const running = this.#running.get(messageId);
    if (running) return running.abort();
    this.#stopped.add(messageId);
    // Most stops of replies that are not under way concern those that have ended.
    const [oldest] = this.#stopped;
    if (this.#stopped.size > MAX_IN_HAND) this.#stopped.delete(oldest!);
  }

  #finish(events: EventStream, seq: number): void {
    const upTo = this.#acks.finish(seq);
    this.#ackable = Math.max(this.#ackable, upTo);
    if (upTo > 0) events.ack(upTo);
    this.#orphans.done(seq);
    this.#roomMade();
  }

  #depsFor(self: BotRecord): AnswerDeps {
    const { config, clock, fetch, breaker, metrics } = this.#options;
    return {
      bot: this.#bot,
      botId: self.bot_id,
      botName: self.username,
      config,
      clock,
      fetch,
      breaker,
      slots: this.#slots,
      metrics,
      nonce: this.#nonce,
      stopping: this.#stopping.signal,
      running: this.#running,
      stopped: this.#stopped,
      onReply: (messageId) => this.#orphans.claim(messageId),
    };
  }

  #addGauges(bot: string): void {
    const { metrics, breaker } = this.#options;
    const add = (
      name: string,
      help: string,
      read: () => number,
      type: "gauge" | "counter" = "gauge",
    ) => metrics.gauge({ name: `parley_bridge_${name}`, help, labels: { bot }, read, type });
    add("queue_depth", "Events in hand", () => this.#queue.depth);
    add("threads", "Threads with a worker", () => this.#queue.threads);
    add("backend_calls_running", "Backend calls under way", () => this.#slots.used);
    add(
      "breaker_state",
      "0 closed, 1 half-open, 2 open",
      () => ({ closed: 0, half_open: 1, open: 2 })[breaker.state],
    );
    add(
      "breaker_opened_total",
      "How often the breaker has opened",
      () => breaker.opened,
      "counter",
    );
  }
}

function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 10) / 10;
}
