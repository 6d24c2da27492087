// The load driver: keep-alive connections, one request at a time on each, as bytes on plain sockets, so that the driver
// costs as little as it can on a machine that it shares with the service.
export interface Load {
  port: number;
  connections: number;
  seconds: number;
  /** The bytes of the n-th request. */
  request: (n: number) => Uint8Array;
}

export interface Measured {
  perSecond: number;
  p50: number;
  p99: number;
  answers: number;
  /** Answers other than 200. */
  refused: number;
}

const HEAD_END = "\r\n\r\n";
const decoder = new TextDecoder("latin1");

export async function drive(load: Load): Promise<Measured> {
  const latencies: number[] = [];
  let refused = 0;
  let sent = 0;
  const started = performance.now();
  const end = started + load.seconds * 1000;
  const one = async () => {
    const socket = await Deno.connect({ hostname: "127.0.0.1", port: load.port });
    socket.setNoDelay(true);
    const buffer = new Uint8Array(64 * 1024);
    try {
      while (performance.now() < end) {
        const at = performance.now();
        await socket.write(load.request(sent++));
        if (await readAnswer(socket, buffer) !== 200) refused++;
        latencies.push(performance.now() - at);
      }
    } finally {
      socket.close();
    }
  };
  await Promise.all(Array.from({ length: load.connections }, one));
  const seconds = (performance.now() - started) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  return {
    perSecond: sorted.length / seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    answers: sorted.length,
    refused,
  };
}

export function quantile(sorted: ArrayLike<number>, q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? NaN;
}

/** Reads one whole answer and tells its status. */
async function readAnswer(socket: Deno.TcpConn, buffer: Uint8Array): Promise<number> {
  let length = 0;
  for (;;) {
    const read = await socket.read(buffer.subarray(length));
    if (read === null) throw new Error("Cannot read the answer: the service closed the connection");
    length += read;
    const text = decoder.decode(buffer.subarray(0, length));
    const head = text.indexOf(HEAD_END);
    if (head < 0) continue;
    const declared = /\r\ncontent-length: (\d+)/i.exec(text);
    if (length >= head + HEAD_END.length + Number(declared?.[1] ?? 0)) {
      return Number(text.slice(9, 12));
    }
  }
}

export function requestBytes(
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Uint8Array {
  const length = new TextEncoder().encode(body).length;
  const lines = [
    `POST ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Content-Type: application/json",
    `Content-Length: ${length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  return new TextEncoder().encode(lines.join("\r\n") + HEAD_END + body);
}
