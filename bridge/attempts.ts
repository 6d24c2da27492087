import { type Clock, createBackoff, pause } from "../client/mod.ts";
import { type BackendCall, type BackendDeps, type BackendEnd, callBackend } from "./backend.ts";
import type { Breaker } from "./breaker.ts";
import type { AgentConfig } from "./config.ts";

/** A backend that asks for more patience than this is not waited for: people see the fallback instead. */
const MAX_RETRY_WAIT_MS = 20_000;

export interface Attempted {
  /** Null: the breaker did not let it through. */
  end: BackendEnd | null;
  attempts: number;
  firstTokenMs: number | null;
  deltas: number;
  /** Something that can be seen was said. */
  said: boolean;
  bytes: number;
}

/** Calls the backend through the breaker, again as long as nothing was said and trying may help. */
export async function attemptAnswer(
  config: Pick<AgentConfig, "backend" | "timeouts" | "retries">,
  call: BackendCall,
  { breaker, onEnd, ...deps }: BackendDeps & {
    clock: Clock;
    breaker: Breaker;
    onEnd?: (end: BackendEnd) => void;
  },
): Promise<Attempted> {
  const { clock } = deps;
  const backoff = createBackoff({ base: 250, max: 4_000 });
  const result: Attempted = {
    end: null,
    attempts: 0,
    firstTokenMs: null,
    deltas: 0,
    said: false,
    bytes: 0,
  };
  while (true) {
    const permit = breaker.enter();
    if (!permit) return result;
    result.attempts++;
    const began = clock.now();
    let end: BackendEnd = { kind: "cancelled" };
    try {
      end = await callBackend(config, {
        ...call,
        onProgress() {
          result.firstTokenMs ??= clock.now() - began;
          permit.progress();
          call.onProgress?.();
        },
        onText(text) {
          result.deltas++;
          result.said ||= text.trim() !== "";
          result.bytes += text.length;
          call.onText(text);
        },
      }, deps);
    } finally {
      permit.settle(outcomeOf(end), end.kind === "failed" ? end.retryAfter : null);
    }
    result.end = end;
    onEnd?.(end);
    if (end.kind !== "failed" || !end.retryable || result.deltas > 0) return result;
    const wait = Math.max(backoff.next(), end.retryAfter ?? 0);
    if (result.attempts > config.retries || wait > MAX_RETRY_WAIT_MS) return result;
    await pause(clock, wait, call.signal);
    if (call.signal.aborted) return { ...result, end: { kind: "cancelled" } };
  }
}

function outcomeOf(end: BackendEnd): "success" | "failure" | "ignored" {
  if (end.kind === "finished") return "success";
  return end.kind === "failed" ? "failure" : "ignored";
}
