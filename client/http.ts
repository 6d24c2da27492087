import { createBackoff } from "./backoff.ts";
import { type Clock, pause } from "./clock.ts";
import { ApiError } from "./errors.ts";

export interface HttpOptions {
  baseUrl: string;
  token: string;
  fetch: typeof fetch;
  clock: Clock;
  /** For how many milliseconds a call is tried again when the service is out of reach. */
  retryFor: number;
  /** After how many milliseconds without an answer a try is given up. */
  timeout: number;
}

export interface RequestOptions {
  body?: unknown;
  signal?: AbortSignal;
  headers?: Record<string, string>;
  retryFor?: number;
  timeout?: number;
}

/** JSON calls with the bot's token; what may be repeated safely is repeated while the service is out of reach. */
export class Http {
  constructor(readonly options: HttpOptions) {}

  /** Every call made here is idempotent by its method, its offset, its event or its idempotency key. */
  async request<T>(method: string, path: string, request: RequestOptions = {}): Promise<T> {
    const { clock } = this.options;
    const retryFor = request.retryFor ?? this.options.retryFor;
    const end = clock.now() + retryFor;
    const backoff = createBackoff({ base: 100, max: 5000 });
    while (true) {
      try {
        return await this.#once<T>(method, path, request);
      } catch (error) {
        if (request.signal?.aborted) throw request.signal.reason;
        if (error instanceof ApiError && !isPassing(error.status)) throw error;
        const wait = backoff.next();
        if (clock.now() + wait > end) throw error;
        await pause(clock, wait, request.signal);
        if (request.signal?.aborted) throw request.signal.reason;
      }
    }
  }

  async #once<T>(method: string, path: string, request: RequestOptions): Promise<T> {
    const { baseUrl, token, fetch, clock } = this.options;
    const abort = new AbortController();
    const cancelTimeout = clock.after(request.timeout ?? this.options.timeout, () => {
      abort.abort(new Error(`Cannot ${method} ${path}: no answer in time; try again`));
    });
    const signal = request.signal ? AbortSignal.any([abort.signal, request.signal]) : abort.signal;
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        signal,
        headers: {
          authorization: `Bearer ${token}`,
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
          ...request.headers,
        },
        body: request.body === undefined ? undefined : JSON.stringify(request.body),
      });
      const body = await response.json().catch(() => ({})) as Record<string, unknown>;
      if (response.ok) return body as T;
      throw new ApiError(
        response.status,
        typeof body.error === "string" ? body.error : "unknown",
        typeof body.message === "string" ? body.message : `The answer was HTTP ${response.status}`,
        body,
      );
    } finally {
      cancelTimeout();
    }
  }
}

function isPassing(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}
