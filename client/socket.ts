import type { ServerFrame } from "../wire/bot_stream.ts";
import { afterClose } from "./close_policy.ts";
import type { Connection, ConnectionEnd } from "./connection.ts";
import type { Receiver } from "./event_stream.ts";
import type { Http } from "./http.ts";

const OPEN_TIMEOUT_MS = 15_000;
/** So many heartbeats may fail to arrive before the connection counts as lost. */
const SILENT_BEATS = 2.5;

/** Hears events on a WebSocket. */
export function openSocket(
  http: Http,
  receiver: Receiver,
  { signal, auth }: { signal: AbortSignal; auth: "header" | "query" },
): Connection {
  const { baseUrl, token, clock } = http.options;
  const url = new URL(`${baseUrl.replace(/^http/, "ws")}/bots/v1/stream`);
  const after = receiver.after();
  if (after !== undefined) url.searchParams.set("after", after);
  if (auth === "query") url.searchParams.set("token", token);
  // Headers are no part of the standard's WebSocket; Deno, Node and Bun take them in place of the protocols.
  const headers = { headers: { authorization: `Bearer ${token}` } } as unknown as string[];
  const socket = auth === "query" ? new WebSocket(url) : new WebSocket(url, headers);

  const ended = Promise.withResolvers<ConnectionEnd>();
  let silence = () => {};
  let beat = OPEN_TIMEOUT_MS / SILENT_BEATS;
  const finish = (end: ConnectionEnd) => {
    silence();
    signal.removeEventListener("abort", onAbort);
    // What still arrives on a socket that was given up arrives again on the next one.
    socket.onmessage = null;
    socket.onclose = null;
    if (socket.readyState <= WebSocket.OPEN) socket.close();
    ended.resolve(end);
  };
  const listen = () => {
    silence();
    silence = clock.after(beat * SILENT_BEATS, () => {
      finish({ action: "resume", message: "The stream fell silent" });
    });
  };
  const onAbort = () => finish({ action: "resume", message: "Closed" });
  signal.addEventListener("abort", onAbort, { once: true });
  const send = (frame: unknown) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
  };

  socket.onmessage = ({ data }) => {
    listen();
    const frame = parseFrame(data);
    if (frame === null) return;
    switch (frame.type) {
      case "hello":
        beat = frame.heartbeat_ms;
        receiver.begin(frame.latest_seq, frame.resume_from - 1);
        if (receiver.acked() > frame.acked_seq) send({ type: "ack", seq: receiver.acked() });
        return;
      case "ping":
        return send({ type: "pong" });
      case "message.new":
      case "thread.reply.new":
      case "reply.cancelled":
        receiver.event(frame);
        if (receiver.isFull()) finish({ action: "resume", message: "Too far behind to go on" });
    }
  };
  // The close that follows says all there is to say.
  socket.onerror = (event) => event.preventDefault();
  socket.onclose = ({ code, reason }) => {
    const next = afterClose(code, reason);
    finish(
      next.action === "stop"
        ? { ...next, code }
        : { ...next, message: `The stream was closed (${code})` },
    );
  };
  listen();
  return { ack: (seq) => send({ type: "ack", seq }), ended: ended.promise };
}

function parseFrame(data: unknown): ServerFrame | null {
  if (typeof data !== "string") return null;
  try {
    const frame = JSON.parse(data);
    return typeof frame?.type === "string" ? frame : null;
  } catch {
    return null;
  }
}
