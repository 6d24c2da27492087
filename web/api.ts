// The app's API, as the pages call it.

/** A refusal that can be shown as a sentence. */
export class ApiError extends Error {
  constructor(
    /** 0 when no answer came at all. */
    readonly status: number,
    readonly code: string,
    message: string,
    /** The field that the refusal is about. */
    readonly field: string | null = null,
  ) {
    super(message);
  }
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Called when the session has ended, whichever call noticed it. */
let onSignedOut = () => {};
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** Keys of posts that were never answered: sent again, the same is not another one. */
const unanswered = new Map<string, string>();

function freshKey(): string {
  // Pages that came over plain http have no randomUUID.
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    "",
  );
}

async function send(method: Method, path: string, body?: unknown): Promise<Response> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = new Headers(text === undefined ? {} : { "content-type": "application/json" });
  const same = `${path} ${text}`;
  const key = method === "POST" ? unanswered.get(same) ?? freshKey() : null;
  if (key) headers.set("idempotency-key", key);
  try {
    const response = await fetch(`/api/v1${path}`, { method, headers, body: text });
    if (key) unanswered.delete(same);
    return response;
  } catch {
    if (key) unanswered.set(same, key);
    throw new ApiError(0, "offline", "The server cannot be reached");
  }
}

export async function call<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const response = await send(method, path, body);
  let answer: { ok?: boolean; error?: string; message?: string; field?: string };
  try {
    answer = await response.json();
  } catch {
    throw new ApiError(response.status, "bad_answer", `The server answered ${response.status}`);
  }
  if (response.ok && answer.ok) return answer as T;
  if (response.status === 401 && path !== "/sessions" && path !== "/setup") onSignedOut();
  const { error = "unknown", message = `The server answered ${response.status}` } = answer;
  throw new ApiError(response.status, error, message, answer.field ?? null);
}

export const get = <T>(path: string) => call<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}) => call<T>("POST", path, body);
export const put = <T>(path: string, body: unknown = {}) => call<T>("PUT", path, body);
export const patch = <T>(path: string, body: unknown) => call<T>("PATCH", path, body);
export const remove = <T>(path: string) => call<T>("DELETE", path);
