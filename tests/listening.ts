// A seeded service behind a real listener, on the real clock; and sockets that a test can look into.
import { type Seed, seed, type SeedOptions } from "./seed.ts";

export interface Listening {
  t: Seed;
  /** `http://127.0.0.1:port` */
  url: string;
  port: number;
}

export async function listening(
  run: (service: Listening) => Promise<void>,
  options: SeedOptions = {},
): Promise<void> {
  const t = await seed(options);
  Object.defineProperty(t.clock, "now", { get: () => Date.now() });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request, info) => t.app.handle(request, info.remoteAddr.hostname),
  );
  const { port } = server.addr;
  try {
    await run({ t, url: `http://127.0.0.1:${port}`, port });
  } finally {
    t.app.drain();
    await server.shutdown();
    await t.store.close();
  }
}

// deno-lint-ignore no-explicit-any -- tests read whatever they expect, and fail where it is not there
export type Frame = any;

interface Waiter {
  wanted: (frame: Frame) => boolean;
  resolve: (frame: Frame) => void;
}

/** A WebSocket that keeps every frame it got. */
export class Listener {
  readonly frames: Frame[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly opened: Promise<boolean>;
  readonly #socket: WebSocket;
  readonly #waiters = new Set<Waiter>();

  constructor(url: string, headers: Record<string, string> = {}) {
    const address = url.replace(/^http/, "ws");
    // The platform takes headers here; the types of browsers, which the web app brings, do not know it.
    this.#socket = new WebSocket(address, { headers } as unknown as string[]);
    this.opened = new Promise((resolve) => {
      this.#socket.onopen = () => resolve(true);
      this.#socket.onerror = () => resolve(false);
    });
    this.#socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    this.closed = new Promise((resolve) => {
      this.#socket.onclose = ({ code, reason }) => resolve({ code, reason });
    });
  }

  send(frame: unknown): void {
    const raw = typeof frame === "string" || frame instanceof Uint8Array;
    this.#socket.send(raw ? frame as string : JSON.stringify(frame));
  }

  /** The first frame, come or to come, that is wanted. */
  async until(wanted: (frame: Frame) => boolean, ms = 10_000): Promise<Frame> {
    const found = this.frames.find(wanted);
    if (found !== undefined) return found;
    const { promise, resolve, reject } = Promise.withResolvers<Frame>();
    const waiter = { wanted, resolve };
    this.#waiters.add(waiter);
    const last = () => JSON.stringify(this.frames.at(-1))?.slice(0, 200);
    const timer = setTimeout(() => reject(new Error(`No such frame came; last: ${last()}`)), ms);
    return await promise.finally(() => {
      clearTimeout(timer);
      this.#waiters.delete(waiter);
    });
  }

  ofType(type: string, ms?: number): Promise<Frame> {
    return this.until((frame) => frame.type === type, ms);
  }

  /** The seqs of the events so far, as they came. */
  get seqs(): number[] {
    return this.frames.flatMap(({ seq }) => seq === undefined ? [] : [seq]);
  }

  async close(): Promise<void> {
    if (this.#socket.readyState < WebSocket.CLOSING) this.#socket.close();
    await this.closed;
  }

  #take(frame: Frame): void {
    this.frames.push(frame);
    for (const { wanted, resolve } of this.#waiters) if (wanted(frame)) resolve(frame);
  }
}

/** A bot's stream that is opened and never read. */
export async function openUnread(port: number, token: string, query = ""): Promise<Deno.TcpConn> {
  const conn = await Deno.connect({ port, hostname: "127.0.0.1" });
  const request = `GET /bots/v1/stream${query} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n` +
    `Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n` +
    `Sec-WebSocket-Version: 13\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  await conn.write(new TextEncoder().encode(request));
  return conn;
}

/** A way to the service that can be cut in the middle of a byte, or held up. */
export class Cable {
  #passage: PromiseWithResolvers<void> | null = null;
  readonly #listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  readonly #open = new Set<Deno.TcpConn>();

  constructor(private readonly port: number) {
    this.#accept();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#listener.addr as Deno.NetAddr).port}`;
  }

  cut(): void {
    for (const conn of this.#open) closed(conn);
    this.#open.clear();
  }

  /** Carries nothing until it is released. */
  hold(): void {
    this.#passage ??= Promise.withResolvers();
  }

  release(): void {
    this.#passage?.resolve();
    this.#passage = null;
  }

  end(): void {
    this.cut();
    this.#listener.close();
  }

  async #accept(): Promise<void> {
    for await (const near of this.#listener) {
      const far = await Deno.connect({ port: this.port, hostname: "127.0.0.1" });
      this.#open.add(near).add(far);
      this.#carry(near, far);
      this.#carry(far, near);
    }
  }

  async #carry(from: Deno.TcpConn, to: Deno.TcpConn): Promise<void> {
    try {
      const passage = new TransformStream<Uint8Array, Uint8Array>({
        transform: async (chunk, onward) => {
          await this.#passage?.promise;
          onward.enqueue(chunk);
        },
      });
      await from.readable.pipeThrough(passage).pipeTo(to.writable);
    } catch {
      // It was cut: that is what it is for.
    }
    for (const conn of [from, to]) {
      this.#open.delete(conn);
      closed(conn);
    }
  }
}

function closed(conn: Deno.TcpConn): void {
  try {
    conn.close();
  } catch {
    // It was closed before.
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
