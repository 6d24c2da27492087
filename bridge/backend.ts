import { spanned } from "../spans.ts";
import type { Clock } from "../client/clock.ts";
import { readEvent, textOfCompletion } from "./chat_completion.ts";
import type { AgentConfig } from "./config.ts";
import { parseRetryAfter } from "./retry_after.ts";
import { SseParser } from "./sse.ts";
import { canConnect, type Probe } from "./connect_probe.ts";

export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** How a call of the backend ended. Its text was handed out on the way. */
export type BackendEnd =
  | { kind: "finished"; finish: string; refusal: boolean; tools: boolean }
  | { kind: "cancelled" }
  /** The backend is at fault, or out of reach: counts for the breaker. */
  | { kind: "failed"; why: string; retryAfter: number | null; retryable: boolean }
  /** The configuration is at fault: does not count. */
  | { kind: "misconfigured"; why: string };

export interface BackendCall {
  messages: ChatMessage[];
  sessionId: string;
  signal: AbortSignal;
  onText(text: string): void;
  /** Something was generated for the first time, if only reasoning. */
  onProgress?(): void;
}

export interface BackendDeps {
  clock: Clock;
  fetch: typeof fetch;
  probe?: Probe;
}

/** A finish reason ends the answer; its [DONE] is awaited only so long, so that the connection can be used again. */
const DONE_LINGER = 250;
const MAX_JSON_BODY = 10 * 1024 * 1024;

type Settings = Pick<AgentConfig, "backend" | "timeouts">;

/** One POST /chat/completions with `stream: true`, read to its end. Never throws. */
export function callBackend(
  settings: Settings,
  call: BackendCall,
  deps: BackendDeps,
): Promise<BackendEnd> {
  const about = () => ({
    "parley.session_id": call.sessionId,
    "gen_ai.request.model": settings.backend.model,
  });
  return spanned("parley.backend", about, () => converse(settings, call, deps));
}

async function converse(
  { backend, timeouts }: Settings,
  call: BackendCall,
  { clock, fetch, probe = canConnect }: BackendDeps,
): Promise<BackendEnd> {
  const abort = new AbortController();
  const limits = new Limits(clock, (why) => abort.abort(new Limit(why)));
  const onCancel = () => abort.abort(new Cancelled());
  if (call.signal.aborted) return { kind: "cancelled" };
  call.signal.addEventListener("abort", onCancel, { once: true });
  const url = `${backend.url}/chat/completions`;
  limits.set("total", timeouts.total, "the answer took too long");
  limits.set("token", timeouts.first_token, "the agent did not begin to answer in time");
  // Headers may honestly take as long as the first token, so the connect limit asks the address itself.
  limits.set("probe", timeouts.connect / 2, () => {
    const deadline = new Promise<false>((resolve) => {
      limits.set("connect", timeouts.connect / 2, () => resolve(false));
    });
    Promise.race([probe(url), deadline]).then((reached) => {
      if (!reached) abort.abort(new Limit("the agent cannot be reached", true));
    });
  });
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      signal: abort.signal,
      headers: {
        "content-type": "application/json",
        accept: "text/event-stream",
        "x-agent-session-id": call.sessionId,
        ...(backend.api_key ? { authorization: `Bearer ${backend.api_key}` } : {}),
        ...backend.headers,
      },
      body: JSON.stringify({ model: backend.model, messages: call.messages, stream: true }),
    });
    limits.clear("probe");
    limits.clear("connect");
    return await readResponse(response, call, limits, timeouts.stall);
  } catch (error) {
    const reason = abort.signal.aborted ? abort.signal.reason : error;
    if (reason instanceof Cancelled) return { kind: "cancelled" };
    if (reason instanceof Limit) return failed(reason.message, { retryable: reason.retryable });
    if (error instanceof RangeError) return failed("the agent sent a line without end");
    return failed("the connection to the agent was lost", { retryable: true });
  } finally {
    limits.clearAll();
    call.signal.removeEventListener("abort", onCancel);
    // Ends the request where the stream was left before its end; does nothing after it.
    abort.abort(new Cancelled());
  }
}

async function readResponse(
  response: Response,
  call: BackendCall,
  limits: Limits,
  stall: number,
): Promise<BackendEnd> {
  const { status } = response;
  if (status !== 200) {
    await response.body?.cancel().catch(() => {});
    const why = `the agent answered with HTTP ${status}`;
    if (status >= 500 || status === 429 || status === 408) {
      const retryAfter = parseRetryAfter(response.headers.get("retry-after"));
      return failed(why, { retryAfter, retryable: true });
    }
    return { kind: "misconfigured", why };
  }
  if (!response.body) return failed("the agent sent nothing", { retryable: true });
  const type = response.headers.get("content-type") ?? "";
  if (/^application\/json/i.test(type)) return await readWholeBody(response, call);

  const parser = new SseParser();
  const end = { finish: null as string | null, refusal: false, tools: false, progress: false };
  const finished = (): BackendEnd => ({
    kind: "finished",
    finish: end.finish ?? "stop",
    refusal: end.refusal,
    tools: end.tools,
  });
  const reader = response.body.getReader();
  while (true) {
    let part;
    try {
      part = await reader.read();
    } catch (error) {
      if (end.finish) return finished();
      throw error;
    }
    const events = part.done ? parser.end() : parser.push(part.value);
    for (const event of events) {
      const reading = readEvent(event);
      if (reading.kind === "done") return finished();
      // What follows the finish reason (usage, mostly) can no longer spoil the answer.
      if (end.finish || reading.kind === "empty") continue;
      if (reading.kind === "failure") {
        return isClientError(reading.status)
          ? { kind: "misconfigured", why: reading.why }
          : failed(reading.why, { retryable: true });
      }
      const { chunk } = reading;
      if (chunk.progress && !end.progress) {
        end.progress = true;
        call.onProgress?.();
      }
      if (end.progress) limits.set("token", stall, "the agent fell silent");
      if (chunk.text) call.onText(chunk.text);
      end.refusal ||= chunk.refusal;
      end.tools ||= chunk.tools;
      end.finish = chunk.finish;
      if (end.finish) {
        limits.clear("token");
        limits.set("linger", DONE_LINGER, "the agent did not close its stream");
      }
    }
    if (part.done) {
      return end.finish
        ? finished()
        : failed("the connection to the agent was lost", { retryable: true });
    }
  }
}

/** A backend that ignored `stream: true`: what it says is kept, but the end is not honest. */
async function readWholeBody(response: Response, call: BackendCall): Promise<BackendEnd> {
  const length = Number(response.headers.get("content-length") ?? 0);
  if (length > MAX_JSON_BODY) return failed("the agent sent too much");
  const text = textOfCompletion(await response.text());
  if (text) {
    call.onProgress?.();
    call.onText(text);
    return { kind: "misconfigured", why: "the agent did not stream its answer" };
  }
  return failed("the agent answered without a stream", { retryable: true });
}

const isClientError = (status: number | null) =>
  status !== null && status < 500 && status !== 429 && status !== 408;

function failed(
  why: string,
  { retryAfter = null, retryable = false }: { retryAfter?: number | null; retryable?: boolean } =
    {},
): BackendEnd {
  return { kind: "failed", why, retryAfter, retryable };
}

class Cancelled extends Error {}
class Limit extends Error {
  constructor(message: string, readonly retryable = false) {
    super(message);
  }
}

/** Named time limits of one call, each replaced by setting it again. */
class Limits {
  readonly #cancels = new Map<string, () => void>();

  constructor(readonly clock: Clock, readonly expire: (why: string) => void) {}

  set(name: string, ms: number, then: string | (() => void)) {
    this.clear(name);
    this.#cancels.set(
      name,
      this.clock.after(ms, typeof then === "string" ? () => this.expire(then) : then),
    );
  }

  clear(name: string) {
    this.#cancels.get(name)?.();
    this.#cancels.delete(name);
  }

  clearAll() {
    for (const name of [...this.#cancels.keys()]) this.clear(name);
  }
}
