// Calls the service as any program would, and turns what it refuses into a message.
import { CommandError, UsageError } from "./command.ts";

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

export interface Call {
  method: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Something that answers requests: a running service, or one inside this process. */
export type Send = (path: string, init: RequestInit) => Promise<Response>;

/** The address of a service as a user gave it, without a slash at its end. */
export function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href.replace(/\/$/, "");
  throw new UsageError(
    `--url (or PARLEY_URL) takes an address such as http://127.0.0.1:8080; "${text}" is none`,
  );
}

/** Sends to the service at `baseUrl`; a service out of reach is an error that names it. */
export function sendTo(baseUrl: string): Send {
  return async (path, init) => {
    try {
      return await fetch(baseUrl + path, {
        ...init,
        signal: init.signal ?? AbortSignal.timeout(15_000),
      });
    } catch (error) {
      const reason = error instanceof DOMException && error.name === "TimeoutError"
        ? "it did not answer in 15 s"
        : "nothing answers there";
      throw new CommandError(
        `Cannot reach the service at ${
          new URL(baseUrl).origin
        }: ${reason}; check --url and that the service runs`,
        { cause: error },
      );
    }
  };
}

export async function request(send: Send, path: string, call: Call): Promise<Answer> {
  const response = await send(path, {
    method: call.method,
    headers: {
      ...(call.body === undefined ? {} : { "Content-Type": "application/json" }),
      ...call.headers,
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  const text = await response.text();
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(text);
  } catch {
    throw new CommandError(
      `The answer (HTTP ${response.status}) is not Parley's; check that --url leads to the service`,
    );
  }
  return { status: response.status, headers: response.headers, body };
}

/** The answer's body, or an error with the service's own message. */
export async function requireOk(answer: Promise<Answer>): Promise<Record<string, unknown>> {
  const { status, body } = await answer;
  if (status < 400) return body;
  throw new CommandError(`${body.message ?? "The service refused"} (${status} ${body.error})`);
}
