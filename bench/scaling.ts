// What several processes on one KV Connect store cost: posts per second on a folder, and through denokv with one process
// and with two.
//
//   deno task bench:scaling [--seconds 5] [--connections 64]
import { parseArgs } from "node:util";
import { denokvPath, startDenokv } from "../tests/cluster/denokv.ts";
import { type Node, OWNER_TOKEN, startNode } from "../tests/cluster/node.ts";
import { startProcess } from "../tests/process.ts";
import { drive, type Measured, requestBytes } from "./driver.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    connections: { type: "string", default: "64" },
  },
});
const [seconds, connections] = [Number(values.seconds), Number(values.connections)];

interface Place {
  urls: string[];
  chatId: number;
  token: string;
}

async function call(url: string, method: string, path: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    headers: { Authorization: `Bearer ${OWNER_TOKEN}` },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

async function prepare(...urls: string[]): Promise<Place> {
  const { chat } = await call(urls[0]!, "POST", "/api/v1/chats", { name: "ops", kind: "group" });
  const { bot, token } = await call(urls[0]!, "POST", "/api/v1/bots", { name: "b", username: "b" });
  await call(urls[0]!, "PUT", `/api/v1/chats/${chat.chat_id}/bots/${bot.bot_id}`);
  return { urls, chatId: chat.chat_id, token };
}

async function measure(name: string, { urls, chatId, token }: Place): Promise<void> {
  const body = JSON.stringify({ chat_id: chatId, content: "Disk usage on db-1 is at 91 %" });
  const bytes = requestBytes("/bots/v1/messages", body, { Authorization: `Bearer ${token}` });
  const each = Math.floor(connections / urls.length);
  const parts: Measured[] = await Promise.all(
    urls.map((url) =>
      drive({ port: Number(new URL(url).port), connections: each, seconds, request: () => bytes })
    ),
  );
  const rate = parts.reduce((sum, { perSecond }) => sum + perSecond, 0);
  const refused = parts.reduce((sum, { refused }) => sum + refused, 0);
  const worst = (of: (part: Measured) => number) => Math.max(...parts.map(of)).toFixed(1);
  const cells = [
    rate.toFixed(0),
    worst(({ p50 }) => p50),
    worst(({ p99 }) => p99),
    String(refused),
  ];
  console.log(name.padEnd(24) + cells.map((cell) => cell.padStart(9)).join(""));
}

console.log(
  `${navigator.hardwareConcurrency} cores, ${connections} connections, ${seconds} s each\n`,
);
console.log(
  " ".repeat(24) +
    ["posts/s", "p50 ms", "p99 ms", "refused"].map((head) => head.padStart(9)).join(""),
);
const folder = await Deno.makeTempDir({ prefix: "parley-bench-" });
const alone = await startProcess({ env: { PARLEY_DATA: folder, PARLEY_OWNER_TOKEN: OWNER_TOKEN } });
await measure("one process, a folder", await prepare(alone.url));
await alone.stop();
await Deno.remove(folder, { recursive: true });

const path = denokvPath();
if (path === null) {
  console.log("SKIPPED: denokv is not installed; cargo install denokv --locked");
  Deno.exit(0);
}
const kv = await startDenokv(path);
const nodes: Node[] = [await startNode(kv)];
const place = await prepare(nodes[0]!.url);
await measure("one process, denokv", place);
nodes.push(await startNode(kv));
await measure("two processes, denokv", { ...place, urls: nodes.map(({ url }) => url) });
for (const node of nodes) await node.stop();
await kv.stop();
