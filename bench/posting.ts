// Posts per second and their latency, beside the plain JSON echo of the same run.
//
//   deno task bench [--seconds 5] [--rounds 3] [--connections 1,32,256]
import { parseArgs } from "node:util";
import { drive, type Measured, quantile, requestBytes } from "./driver.ts";
import { run } from "./process.ts";

interface Seeded {
  port: number;
  botToken: string;
  hooks: { id: string; token: string; chatId: number }[];
}

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "1,32,256" },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const folder = await Deno.makeTempDir({ prefix: "parley-bench-" });
const echo = await run<{ port: number }>("./echo_server.ts");
const service = await run<Seeded>("./seeded_server.ts", [folder]);
const { botToken, hooks } = service.said;
const content = "Disk usage on db-1 is at 91 %, 4 GB left; see the runbook";

const echoed = hooks.map(({ chatId }) =>
  requestBytes("/", JSON.stringify({ chat_id: chatId, content }))
);
const sends = hooks.map(({ chatId }) =>
  requestBytes("/bots/v1/messages", JSON.stringify({ chat_id: chatId, content }), {
    Authorization: `Bearer ${botToken}`,
  })
);
const posts = hooks.map(({ id, token }) =>
  requestBytes(`/webhooks/v1/${id}/${token}`, JSON.stringify({ content }))
);

console.log(
  `${navigator.hardwareConcurrency} cores, Deno ${Deno.version.deno}, ${seconds} s each, ` +
    `${hooks.length} chats, medians of ${rounds} rounds\n`,
);
console.log("connections  work          req/s  of echo     p50 ms   p99 ms  refused");
for (const connections of values.connections.split(",").map(Number)) {
  const works: [string, number, Uint8Array[]][] = [
    ["JSON echo", echo.said.port, echoed],
    ["bot send", service.said.port, sends],
    ["webhook post", service.said.port, posts],
  ];
  const measured = new Map<string, Measured[]>(works.map(([work]) => [work, []]));
  // Interleaved, so that what else the machine does falls on all of them.
  for (let round = 0; round < rounds; round++) {
    for (const [work, port, requests] of works) {
      const request = (n: number) => requests[n % requests.length]!;
      measured.get(work)!.push(await drive({ port, connections, seconds, request }));
    }
  }
  const limit = median(measured.get("JSON echo")!);
  for (const [work] of works) show(connections, work, median(measured.get(work)!), limit);
}
await echo.stop();
await service.stop();
await Deno.remove(folder, { recursive: true });

function median(rounds: Measured[]): Measured {
  const middle = (of: (it: Measured) => number) =>
    quantile(rounds.map(of).sort((a, b) => a - b), 0.5);
  return {
    perSecond: middle((it) => it.perSecond),
    p50: middle((it) => it.p50),
    p99: middle((it) => it.p99),
    answers: rounds.reduce((sum, it) => sum + it.answers, 0),
    refused: rounds.reduce((sum, it) => sum + it.refused, 0),
  };
}

function show(connections: number, work: string, measured: Measured, limit: Measured): void {
  const cells = [
    String(connections).padStart(11),
    work.padEnd(12),
    measured.perSecond.toFixed(0).padStart(6),
    (measured.perSecond / limit.perSecond).toFixed(2).padStart(8),
    measured.p50.toFixed(2).padStart(9),
    measured.p99.toFixed(2).padStart(7),
    String(measured.refused).padStart(7),
  ];
  console.log(cells.join("  "));
}
