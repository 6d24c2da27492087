// What a long history costs: reading a page, starting, and posting, with a thousand messages and with a million.
//
//   deno task bench:growth [--messages 1000000]
import { parseArgs } from "node:util";
import { drive, quantile, requestBytes } from "./driver.ts";
import { run } from "./process.ts";

interface Seeded {
  port: number;
  userToken: string;
  botToken: string;
  hooks: { chatId: number }[];
}

const { values } = parseArgs({ options: { messages: { type: "string", default: "1000000" } } });
const folder = await Deno.makeTempDir({ prefix: "parley-bench-" });
const small = await measure(1_000);
const large = await measure(Number(values.messages));
console.log(`posting with the longer history: ${(large / small).toFixed(2)} of the shorter`);
await Deno.remove(folder, { recursive: true });

async function measure(messages: number): Promise<number> {
  const data = `${folder}/${messages}`;
  const seeding = await run<Seeded>("./seeded_server.ts", [data]);
  const { userToken, botToken, hooks } = seeding.said;
  await seeding.stop();
  await (await run("./filler.ts", [data, String(messages)])).ended;

  const service = await run<Seeded & { readyMs: number }>("./seeded_server.ts", [
    data,
    "0",
    "keep",
  ]);
  const { port, readyMs } = service.said;
  const chat = hooks[0]!.chatId;
  const page = await pageMs(
    `http://127.0.0.1:${port}/api/v1/chats/${chat}/messages?limit=50`,
    userToken,
  );
  const body = JSON.stringify({ chat_id: chat, content: "One more" });
  const send = requestBytes("/bots/v1/messages", body, { Authorization: `Bearer ${botToken}` });
  const posting = await drive({ port, connections: 32, seconds: 5, request: () => send });
  console.log(
    `${messages} messages: ready in ${readyMs.toFixed(0)} ms, newest page of 50 p50 ` +
      `${page.toFixed(2)} ms, ${posting.perSecond.toFixed(0)} posts/s at 32 connections`,
  );
  await service.stop();
  return posting.perSecond;
}

async function pageMs(url: string, token: string): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < 200; i++) {
    const started = performance.now();
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    const { messages } = await answer.json();
    if (messages.length !== 50) {
      throw new Error(`Cannot read a page: it has ${messages.length} messages`);
    }
    taken.push(performance.now() - started);
  }
  return quantile(taken.sort((a, b) => a - b), 0.5);
}
