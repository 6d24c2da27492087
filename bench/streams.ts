// Posts to sockets: how long until an event arrives, at one bot and at a thousand, and what idle streams cost.
//
//   deno task bench:streams [--idle 5000] [--crowd 1000]
import { parseArgs } from "node:util";
import { quantile } from "./driver.ts";
import { run, type Running } from "./process.ts";

interface Seeded {
  port: number;
  botToken: string;
  hooks: { chatId: number; id: string; token: string }[];
  listeners: string[];
}

const { values } = parseArgs({
  options: {
    idle: { type: "string", default: "5000" },
    crowd: { type: "string", default: "1000" },
    posts: { type: "string", default: "200" },
  },
});
/** As many as a bot may have by default. */
const STREAMS_PER_BOT = 16;
const posts = Number(values.posts);

await measureDelivery(1, posts);
await measureDelivery(Number(values.crowd), Math.min(posts, 100));
await measureIdle(Number(values.idle));

async function measureDelivery(listeners: number, rounds: number): Promise<void> {
  await withService(listeners, async (service) => {
    const arrivals = { wanted: 0, at: 0, done: () => {} };
    const sockets = await openAll(service.said, () => {
      if (--arrivals.wanted > 0) return;
      arrivals.at = performance.now();
      arrivals.done();
    });
    const last: number[] = [];
    const { id, token } = service.said.hooks.at(-1)!;
    for (let round = 0; round < rounds; round++) {
      const arrived = new Promise<void>((resolve) => arrivals.done = resolve);
      arrivals.wanted = listeners;
      const started = performance.now();
      const answer = await fetch(
        `http://127.0.0.1:${service.said.port}/webhooks/v1/${id}/${token}`,
        {
          method: "POST",
          body: JSON.stringify({ content: `Round ${round}` }),
        },
      );
      if (!answer.ok) throw new Error(`Cannot post: ${await answer.text()}`);
      await answer.body?.cancel();
      await arrived;
      last.push(arrivals.at - started);
    }
    const sorted = last.sort((a, b) => a - b);
    const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)].map((ms) => ms.toFixed(2));
    console.log(
      `post → ${listeners} ${listeners === 1 ? "socket" : "sockets, the last one"}: ` +
        `p50 ${p50} ms, p99 ${p99} ms (${rounds} posts)`,
    );
    for (const socket of sockets) socket.close();
  });
}

async function measureIdle(streams: number): Promise<void> {
  await withService(Math.ceil(streams / STREAMS_PER_BOT), async (service) => {
    const before = residentMiB(service.pid);
    const tokens = service.said.listeners.flatMap((token) => Array(STREAMS_PER_BOT).fill(token));
    const said = { ...service.said, listeners: tokens.slice(0, streams) };
    const sockets = await openAll(said, () => {});
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const after = residentMiB(service.pid);
    const each = ((after - before) * 1024 / streams).toFixed(1);
    console.log(
      `${streams} idle streams: ${after.toFixed(0)} MiB resident, ${
        before.toFixed(0)
      } MiB before ` +
        `them, ${each} KiB each`,
    );
    for (const socket of sockets) socket.close();
  });
}

async function withService(
  listeners: number,
  measure: (service: Running<Seeded>) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "parley-bench-" });
  const service = await run<Seeded>("./seeded_server.ts", [folder, String(listeners)]);
  try {
    await measure(service);
  } finally {
    await service.stop();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Opens the stream of every listener, some at a time; resolves when all have said hello. */
async function openAll(seeded: Seeded, onEvent: () => void): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let at = 0; at < seeded.listeners.length; at += 100) {
    const opening = seeded.listeners.slice(at, at + 100).map((token) =>
      new Promise<WebSocket>((resolve, reject) => {
        const url = `ws://127.0.0.1:${seeded.port}/bots/v1/stream?token=${token}`;
        const socket = new WebSocket(url);
        socket.onerror = () => reject(new Error("Cannot open a stream"));
        socket.onmessage = ({ data }: MessageEvent<string>) => {
          if (data.startsWith('{"type":"hello"')) resolve(socket);
          else if (data.startsWith('{"type":"message.new"')) onEvent();
        };
      })
    );
    sockets.push(...await Promise.all(opening));
  }
  return sockets;
}

function residentMiB(pid: number): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1024;
}
