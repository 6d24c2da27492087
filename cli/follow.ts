// Follows a stream of the service through interruptions: it connects again and resumes where it was.
import { CLOSE } from "../wire/bot_stream.ts";
import { CommandError } from "./command.ts";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 15_000;
const FINAL: readonly number[] = [CLOSE.token_revoked, CLOSE.protocol_error, CLOSE.bot_deactivated];

export interface Following {
  baseUrl: string;
  token: string;
  /** The path with its query, asked anew for each connection. */
  path: () => string;
  /** What to send when the stream opens. */
  opening?: () => readonly unknown[];
  /** Takes a frame; `send` answers on the same stream. What it throws ends the following. */
  take(frame: Record<string, unknown>, send: (frame: unknown) => void): void;
  /** Tells about interruptions. */
  tell(line: string): void;
  signal: AbortSignal;
}

export async function follow(following: Following): Promise<void> {
  const { signal, tell } = following;
  for (let wait = FIRST_WAIT_MS; !signal.aborted;) {
    await checkHandshake(following);
    const { opened, code, reason } = await connection(following);
    if (FINAL.includes(code)) {
      throw new CommandError(`The service closed the stream: ${reason} (${code})`);
    }
    if (signal.aborted) return;
    if (opened) wait = FIRST_WAIT_MS;
    tell(`The stream ended (${code}${reason && `, ${reason}`}); connecting again`);
    await pause(wait * (0.5 + Math.random() / 2), signal);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

// A WebSocket hides why its handshake was refused; the same request without the upgrade tells.
async function checkHandshake({ baseUrl, token, path, signal }: Following): Promise<void> {
  let response: Response;
  try {
    response = await fetch(baseUrl + path(), {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    });
  } catch {
    // Out of reach: the connection itself will say so, and be tried again.
    return;
  }
  const body = await response.json().catch(() => null);
  if (response.status === 426 || response.status >= 500) return;
  throw new CommandError(
    body?.message
      ? `${body.message} (${response.status} ${body.error})`
      : `${baseUrl} does not lead to Parley's stream (HTTP ${response.status}); check --url`,
  );
}

// The browser's WebSocket, whose type this is, takes no headers; Deno's does.
const SocketWithHeaders = WebSocket as unknown as new (
  url: string,
  options: { headers: Record<string, string> },
) => WebSocket;

/** Whether a stream can be opened at all. */
export function opens(url: string, token: string): Promise<boolean> {
  const socket = new SocketWithHeaders(url, { headers: { Authorization: `Bearer ${token}` } });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), 5_000);
  socket.onopen = () => {
    resolve(true);
    socket.close(1000);
  };
  socket.onerror = () => resolve(false);
  return promise.finally(() => clearTimeout(timer));
}

interface End {
  opened: boolean;
  code: number;
  reason: string;
}

function connection({ baseUrl, token, path, opening, take, signal }: Following): Promise<End> {
  const { promise, resolve, reject } = Promise.withResolvers<End>();
  const socket = new SocketWithHeaders(baseUrl.replace(/^http/, "ws") + path(), {
    headers: { Authorization: `Bearer ${token}` },
  });
  const send = (frame: unknown) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  };
  const stop = () => socket.close(1000);
  let opened = false;
  signal.addEventListener("abort", stop, { once: true });
  socket.onopen = () => {
    opened = true;
    for (const frame of opening?.() ?? []) send(frame);
  };
  socket.onmessage = ({ data }) => {
    try {
      take(JSON.parse(data), send);
    } catch (error) {
      signal.removeEventListener("abort", stop);
      socket.close(1000);
      reject(error);
    }
  };
  socket.onerror = () => {/* A close follows, which says as much. */};
  socket.onclose = ({ code, reason }) => {
    signal.removeEventListener("abort", stop);
    resolve({ opened, code, reason });
  };
  return promise;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
