// An OpenAI-compatible backend that plays scripts, byte by byte if need be: HTTP over a bare TCP listener, so that a
// stream can be cut, stalled and malformed in every way that a library would not let it.
export interface BackendRequest {
  path: string;
  headers: Headers;
  // deno-lint-ignore no-explicit-any -- tests read whatever they expect
  body: any;
  /** How many requests this path has had, this one included. */
  count: number;
}

export class BackendConnection {
  readonly #connection: Deno.TcpConn;
  readonly #encoder = new TextEncoder();
  closed = false;

  constructor(connection: Deno.TcpConn) {
    this.#connection = connection;
  }

  async bytes(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += await this.#connection.write(bytes.subarray(at));
  }

  text(text: string): Promise<void> {
    return this.bytes(this.#encoder.encode(text));
  }

  /** The head of a streamed answer. Without a length, it ends where the connection does. */
  head(status = "200 OK", headers: Record<string, string> = {}): Promise<void> {
    const all = { "content-type": "text/event-stream", connection: "close", ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return this.text(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`);
  }

  /** With chunked framing, a cut is one that the client can see. */
  async chunk(bytes: Uint8Array | string): Promise<void> {
    const data = typeof bytes === "string" ? this.#encoder.encode(bytes) : bytes;
    await this.text(`${data.length.toString(16)}\r\n`);
    await this.bytes(data);
    await this.text("\r\n");
  }

  /** Ends once the client has gone. */
  async untilLeft(): Promise<void> {
    const buffer = new Uint8Array(1024);
    try {
      while (await this.#connection.read(buffer) !== null);
    } catch {
      // A reset is a leaving, too.
    }
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    try {
      this.#connection.close();
    } catch {
      // It was closed from the other side.
    }
  }
}

export type Script = (connection: BackendConnection, request: BackendRequest) => Promise<void>;

export class ScriptedBackend {
  readonly requests: BackendRequest[] = [];
  /** How many scripts play at this moment, and how many ever did at once. */
  playing = 0;
  mostPlaying = 0;
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #connections = new Set<BackendConnection>();
  readonly #tasks = new Set<Promise<void>>();
  readonly #counts = new Map<string, number>();

  constructor(readonly play: Script) {
    const accepting = this.#accept();
    this.#tasks.add(accepting);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#listener.addr as Deno.NetAddr).port}`;
  }

  async close(): Promise<void> {
    this.#listener.close();
    for (const connection of this.#connections) connection.close();
    await Promise.all(this.#tasks);
  }

  async #accept(): Promise<void> {
    try {
      for await (const tcp of this.#listener) {
        tcp.setNoDelay(true);
        const connection = new BackendConnection(tcp);
        this.#connections.add(connection);
        const task = this.#serve(tcp, connection).catch(() => {
          // A client that leaves in the middle is part of the play.
        }).finally(() => {
          connection.close();
          this.#connections.delete(connection);
          this.#tasks.delete(task);
        });
        this.#tasks.add(task);
      }
    } catch {
      // Closed while waiting.
    }
  }

  async #serve(tcp: Deno.TcpConn, connection: BackendConnection): Promise<void> {
    const request = await readRequest(tcp);
    if (request === null) return;
    const count = (this.#counts.get(request.path) ?? 0) + 1;
    this.#counts.set(request.path, count);
    const whole = { ...request, count };
    this.requests.push(whole);
    this.playing++;
    this.mostPlaying = Math.max(this.mostPlaying, this.playing);
    try {
      await this.play(connection, whole);
    } finally {
      this.playing--;
    }
  }
}

async function readRequest(tcp: Deno.TcpConn): Promise<Omit<BackendRequest, "count"> | null> {
  let seen = new Uint8Array();
  const buffer = new Uint8Array(65_536);
  const decoder = new TextDecoder();
  let head = -1;
  let length = 0;
  let text = "";
  const headers = new Headers();
  while (head < 0 || seen.length < head + 4 + length) {
    const read = await tcp.read(buffer);
    if (read === null) return null;
    const grown = new Uint8Array(seen.length + read);
    grown.set(seen);
    grown.set(buffer.subarray(0, read), seen.length);
    seen = grown;
    if (head >= 0) continue;
    text = decoder.decode(seen);
    head = text.indexOf("\r\n\r\n");
    if (head < 0) continue;
    for (const line of text.slice(0, head).split("\r\n").slice(1)) {
      const colon = line.indexOf(":");
      headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
    }
    length = Number(headers.get("content-length") ?? 0);
  }
  const path = text.split(" ")[1]!;
  const body = decoder.decode(seen.subarray(head + 4, head + 4 + length));
  return { path, headers, body: body === "" ? null : JSON.parse(body) };
}

/** `data:` of a delta, as OpenAI writes it. */
export function delta(content: string, extra: Record<string, unknown> = {}): string {
  const choice = { index: 0, delta: { content }, finish_reason: null, ...extra };
  return `data: ${
    JSON.stringify({ id: "x", object: "chat.completion.chunk", choices: [choice] })
  }\n\n`;
}

export function finish(reason = "stop"): string {
  return `data: ${
    JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })
  }\n\n`;
}

export const DONE = "data: [DONE]\n\n";

/** Answers with what was asked last. */
export const answering: Script = async (connection, { body }) => {
  await connection.head();
  await connection.text(delta(`re: ${body.messages.at(-1).content}`) + finish() + DONE);
};

/** Says one word to the first call and then nothing more; later calls hear the whole. */
export const slow: Script = async (connection, request) => {
  await connection.head();
  await connection.text(delta("One "));
  if (request.count > 1) await connection.text(delta("two") + finish() + DONE);
  else await connection.untilLeft();
};
