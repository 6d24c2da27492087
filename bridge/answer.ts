import { type Bot, type Clock, pause, type Reply, type TriggerEvent } from "../client/mod.ts";
import { attemptAnswer, type Attempted } from "./attempts.ts";
import type { Breaker } from "./breaker.ts";
import type { AgentConfig } from "./config.ts";
import { type Ending, endingOf } from "./ending.ts";
import { messagesFor } from "./history.ts";
import type { BridgeMetrics } from "./metrics.ts";
import { ReplyWriter } from "./reply_writer.ts";
import type { Slots } from "./slots.ts";

const HISTORY_MESSAGES = 50;
const OTHERS_POLL_MS = 5_000;

export interface AnswerDeps {
  bot: Bot;
  botId: string;
  botName: string;
  config: AgentConfig;
  clock: Clock;
  fetch: typeof fetch;
  breaker: Breaker;
  slots: Slots;
  metrics: BridgeMetrics;
  /** Of this process: tells a placeholder of its own whose answer was lost from one that was there before. */
  nonce: string;
  /** The bridge is stopping: leave everything as it is. */
  stopping: AbortSignal;
  /** Replies under way, so that a viewer's stop finds them. */
  running: Map<number, AbortController>;
  /** Replies that a viewer stopped before they were under way here: a stop may come again together with its event. */
  stopped: Set<number>;
  /** A reply of this bot was found or made. */
  onReply: (messageId: number) => void;
}

export type Outcome =
  | "answered"
  | "interrupted"
  | "cancelled"
  | "unavailable"
  | "misconfigured"
  | "already_answered"
  | "gone"
  /** Not done: the event comes again after the next start. */
  | "left";

export interface Answer {
  outcome: Outcome;
  messageId: number | null;
  placeholderMs: number | null;
  attempted: Attempted | null;
  parts: number;
  why: string | null;
}

/** From one event to one finished reply. */
export async function answerEvent(
  event: TriggerEvent,
  { receivedAt, isRedelivered }: { receivedAt: number; isRedelivered: boolean },
  deps: AnswerDeps,
): Promise<Answer> {
  const { bot, config, clock, breaker, slots, metrics, stopping, running } = deps;
  const answer: Answer = {
    outcome: "left",
    messageId: null,
    placeholderMs: null,
    attempted: null,
    parts: 1,
    why: null,
  };
  const done = (outcome: Outcome, why: string | null = null): Answer => {
    return Object.assign(answer, { outcome, why });
  };
  const unavailable: Ending = {
    finish_reason: "unavailable",
    note: config.fallback,
    instead: config.fallback,
  };

  const isRefused = breaker.refuses;
  const reply = await bot.reply(event.data.parent_message_id, {
    event_id: event.event_id,
    idempotencyKey: `${deps.nonce}:${event.event_id}`,
    ...(isRefused
      ? { status: "OK", content: config.fallback, finish_reason: "unavailable" }
      : { status: "GN" }),
  }, stopping);
  answer.messageId = reply.messageId;
  answer.placeholderMs = clock.now() - receivedAt;
  metrics.placeholder.observe({ bot: deps.botName }, answer.placeholderMs / 1000);
  deps.onReply(reply.messageId);
  if (reply.status === "OK") {
    return done(reply.duplicate ? "already_answered" : "unavailable");
  }
  if (reply.duplicate && !isRedelivered && !await isLeftByOther(reply, deps)) {
    return done("already_answered");
  }

  const control = new AbortController();
  const owned: number[] = [];
  const own = (part: Reply) => {
    owned.push(part.messageId);
    running.set(part.messageId, control);
    if (deps.stopped.delete(part.messageId)) control.abort();
    deps.onReply(part.messageId);
  };
  own(reply);
  const signal = AbortSignal.any([control.signal, stopping]);
  const writer = new ReplyWriter(reply, {
    bot,
    clock,
    eventId: event.event_id,
    coalesce: config.coalesce,
    signal: stopping,
    onGone: (error) => control.abort(error),
    onPart: own,
  });
  let release: (() => void) | null = null;
  try {
    if (isRefused) {
      return done(await writer.finish(unavailable) ? "unavailable" : "gone");
    }
    release = await slots.take(signal);
    let attempted: Attempted | null = null;
    if (release) {
      const messages = messagesFor(event, {
        botId: deps.botId,
        systemPrompt: config.system_prompt,
        thread: await readHistory(event, deps, signal),
      });
      attempted = await attemptAnswer(config, {
        messages,
        sessionId: event.data.session_id,
        signal,
        onText: (text) => writer.push(text),
      }, {
        clock,
        fetch: deps.fetch,
        breaker,
        onEnd: (end) => metrics.calls.add({ bot: deps.botName, end: end.kind }),
      });
      release();
    }
    answer.attempted = attempted;
    if (stopping.aborted) {
      writer.abandon();
      return done("left");
    }
    const end = release === null ? { kind: "cancelled" as const } : attempted?.end ?? null;
    const why = end && "why" in end ? end.why : null;
    const isSilent = !attempted?.said;
    const ending = end === null ? unavailable : endingOf(end, config.fallback);
    if (isSilent && (end?.kind === "failed" || (end?.kind === "finished" && !ending.note))) {
      // Nothing came, so there is nothing to interrupt: the agent was not available.
      ending.finish_reason = "unavailable";
    }
    const isWritten = await writer.finish(ending);
    answer.parts = writer.parts;
    if (stopping.aborted && !isWritten) return done("left");
    if (!isWritten) return done("gone", why);
    return done(outcomeOf(ending, end?.kind ?? null), why);
  } finally {
    release?.();
    writer.abandon();
    for (const id of owned) running.delete(id);
  }
}

function outcomeOf({ finish_reason }: Ending, kind: string | null): Outcome {
  if (kind === "misconfigured") return "misconfigured";
  if (finish_reason === "unavailable") return "unavailable";
  if (finish_reason === "cancelled") return "cancelled";
  return finish_reason === "error" ? "interrupted" : "answered";
}

async function readHistory(
  event: TriggerEvent,
  { bot, config }: AnswerDeps,
  signal: AbortSignal,
) {
  const { message, parent_message_id } = event.data;
  // A message that opens its thread has nothing before it.
  if (config.history === "none" || message.message_id === parent_message_id) return [];
  try {
    const { root, messages } = await bot.thread(parent_message_id, {
      limit: HISTORY_MESSAGES,
      signal,
    });
    return [root, ...messages];
  } catch {
    // Gone or stopped: the writer meets the same and says so. An answer without history beats none.
    return [];
  }
}

/** Another bridge of this bot has the event. Waits until it is done (false) or has fallen silent (true). */
async function isLeftByOther(
  reply: Reply,
  { bot, clock, stopping }: AnswerDeps,
): Promise<boolean> {
  while (true) {
    await pause(clock, OTHERS_POLL_MS, stopping);
    stopping.throwIfAborted();
    const unfinished = await bot.unfinished(stopping);
    const found = unfinished.find(({ messageId }) => messageId === reply.messageId);
    if (!found) return false;
    if (found.stalled) return true;
  }
}
