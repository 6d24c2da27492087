// The socket that everything live comes through. It reconnects by itself, and tells how it is.
import { signal } from "@preact/signals";
import type { ViewerFrame, ViewerServerFrame } from "../../wire/viewer_stream.ts";

export type StreamState = "off" | "connecting" | "open" | "waiting";
export type Subject = { chat_id: number } | { thread: number };

type Frame<T extends ViewerServerFrame["type"]> = Extract<ViewerServerFrame, { type: T }>;
type Listener = (frame: ViewerServerFrame) => void;

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

export const streamState = signal<StreamState>("off");
/** When the next attempt begins, in milliseconds since 1970. */
export const nextAttemptAt = signal(0);

const listeners = new Map<string, Set<Listener>>();
const subjects = new Map<string, Subject>();
let socket: WebSocket | null = null;
let attempt = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;
let silenceMs = 75_000;

/** Called when a connection is refused or ended, with how many were so in a row: the session may be over. */
let onRefused = (_times: number) => {};
export function whenRefused(listener: (times: number) => void): void {
  onRefused = listener;
}

const keyOf = (subject: Subject) => JSON.stringify(subject);

function send(frame: ViewerFrame): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
}

/** Hears frames of one type, or "open" at each new connection, until the returned function is called. */
export function onFrame<T extends ViewerServerFrame["type"]>(
  type: T,
  listener: (frame: Frame<T>) => void,
): () => void {
  const set = listeners.get(type) ?? new Set();
  listeners.set(type, set);
  set.add(listener as Listener);
  return () => set.delete(listener as Listener);
}

/** Keeps the subject subscribed over reconnects; each time a snapshot comes first. */
export function subscribe(subject: Subject): () => void {
  subjects.set(keyOf(subject), subject);
  send({ type: "subscribe", ...subject });
  return () => {
    subjects.delete(keyOf(subject));
    send({ type: "unsubscribe", ...subject });
  };
}

/** Asks for a snapshot again, when what is here does not fit what came. */
export function resubscribe(subject: Subject): void {
  if (!subjects.has(keyOf(subject))) return;
  send({ type: "unsubscribe", ...subject });
  send({ type: "subscribe", ...subject });
}

function expectFrames(): void {
  clearTimeout(silence);
  // A connection can die without a word, after a laptop slept for instance.
  silence = setTimeout(() => lose(), silenceMs);
}

function receive(data: string): void {
  expectFrames();
  const frame = JSON.parse(data) as ViewerServerFrame;
  if (frame.type === "ping") send({ type: "pong" });
  if (frame.type === "hello") {
    attempt = 0;
    silenceMs = 2.5 * frame.heartbeat_ms;
  }
  for (const listener of listeners.get(frame.type) ?? []) listener(frame);
}

function lose(): void {
  clearTimeout(silence);
  const lost = socket;
  socket = null;
  lost?.close();
  if (streamState.value === "off") return;
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt++);
  const jittered = wait * (0.5 + Math.random() / 2);
  nextAttemptAt.value = Date.now() + jittered;
  streamState.value = "waiting";
  clearTimeout(retry);
  retry = setTimeout(open, jittered);
}

function open(): void {
  clearTimeout(retry);
  streamState.value = "connecting";
  const opened = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/v1/stream`);
  socket = opened;
  opened.onopen = () => {
    streamState.value = "open";
    expectFrames();
    for (const subject of subjects.values()) send({ type: "subscribe", ...subject });
  };
  opened.onmessage = (event) => socket === opened && receive(String(event.data));
  opened.onclose = () => {
    if (socket !== opened) return;
    lose();
    onRefused(attempt);
  };
}

export function connect(): void {
  if (streamState.value === "off") open();
}

export function disconnect(): void {
  streamState.value = "off";
  clearTimeout(retry);
  lose();
}

export function connectNow(): void {
  if (streamState.value === "waiting") open();
}

/** Tries at once when the network or the tab comes back, and notices at once when the network goes. */
export function watchNetwork(): void {
  addEventListener("online", connectNow);
  addEventListener("offline", () => streamState.value === "open" && lose());
  document.addEventListener("visibilitychange", () => document.hidden || connectNow());
}
