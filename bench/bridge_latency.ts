// What the bridge adds: from the moment a backend sends a token to its ThreadReplyContentEvent at a viewer. Service, bridge,
// backend and viewer share this process, so that one clock times both ends and every hop is a real socket.
//
//   deno task bench:bridge [--answers 40] [--tokens 50]
import { parseArgs } from "node:util";
import { bridgeHouse } from "../tests/bridge_house.ts";
import { delta, DONE, finish, ScriptedBackend } from "../tests/scripted_backend.ts";
import { quantile } from "./driver.ts";

const { values } = parseArgs({
  options: {
    answers: { type: "string", default: "40" },
    tokens: { type: "string", default: "50" },
  },
});
const answers = Number(values.answers);
const tokens = Number(values.tokens);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

await measure("coalescing 0", "0ms");
await measure("defaults", "50ms");

async function measure(label: string, coalesce: string): Promise<void> {
  const sent = new Map<string, number>();
  const arrived = new Map<string, number>();
  const house = await bridgeHouse();
  const backend = new ScriptedBackend(async (connection, { count }) => {
    await connection.head();
    await pause(20);
    for (let token = 0; token < tokens; token++) {
      const word = `<${count}.${token}>`;
      sent.set(word, performance.now());
      await connection.text(delta(word));
      await pause(5);
    }
    await connection.text(finish() + DONE);
  });
  const { t, owner } = house;
  const bot = await t.bot({ username: "helper", triggerMode: "all" });
  const chat = await t.chat("ops", owner, bot);
  house.bridge([{
    bot_token: bot.token,
    backend: { url: `${backend.url}/v1`, model: "m" },
    coalesce,
  }]);
  const viewer = new WebSocket(
    `${house.url.replace("http", "ws")}/api/v1/stream`,
    { headers: { authorization: `Bearer ${owner.token}` } } as unknown as string[],
  );
  await new Promise((resolve) => viewer.onopen = resolve);
  viewer.onmessage = ({ data }) => {
    const now = performance.now();
    const frame = JSON.parse(data);
    if (frame.type !== "ThreadReplyContentEvent") return;
    for (const word of frame.delta.match(/<\d+\.\d+>/g) ?? []) {
      if (!arrived.has(word)) arrived.set(word, now);
    }
  };
  for (let answer = 0; answer < answers; answer++) {
    const posted = await fetch(`${house.url}/api/v1/chats/${chat.id}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${owner.token}` },
      body: JSON.stringify({ content: "Tell me" }),
    });
    const id = (await posted.json()).message.message_id;
    viewer.send(JSON.stringify({ type: "subscribe", thread: id }));
    await house.settled(id);
  }
  const times = (of: (token: number) => boolean) =>
    [...sent].filter(([word]) => of(Number(word.slice(1, -1).split(".")[1])))
      .flatMap(([word, at]) => arrived.has(word) ? [arrived.get(word)! - at] : [])
      .sort((a, b) => a - b);
  const told = (label: string, sorted: number[]) => {
    const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)].map((ms) => ms.toFixed(2));
    console.log(`${label}: p50 ${p50} ms, p99 ${p99} ms (${sorted.length} tokens)`);
  };
  told(`${label}, first token`, times((token) => token === 0));
  told(`${label}, every token`, times(() => true));
  viewer.close();
  await house.close();
  await backend.close();
}
