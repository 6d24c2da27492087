// A service on a real port with a bridge beside it, for tests that speak HTTP and WebSocket.
import { type Bridge, type BridgeLog, bridgeSchema, startBridge } from "../bridge/mod.ts";
import type { Clock } from "../client/mod.ts";
import type { Message } from "../wire/records.ts";
import { type Script, ScriptedBackend } from "./scripted_backend.ts";
import { as, type Seed, seed, type SeededBot, type SeededUser } from "./seed.ts";

export interface BridgeHouse {
  t: Seed;
  url: string;
  owner: SeededUser;
  /** Lines that bridges logged. */
  lines: Record<string, unknown>[];
  /** The open bridge of these agents; the house closes it. */
  bridge(agents: unknown[], clock?: Clock): Bridge;
  /** Opens a direct chat with the bot and says something: its message's id. */
  say(bot: SeededBot, content: string): Promise<{ chatId: number; messageId: number }>;
  replies(messageId: number): Promise<Message[]>;
  /** The replies, once there is one and none is being generated. */
  settled(messageId: number, atLeast?: number): Promise<Message[]>;
  close(): Promise<void>;
}

export async function bridgeHouse(): Promise<BridgeHouse> {
  const t = await seed();
  const owner = await t.owner();
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request, info) => t.app.handle(request, info.remoteAddr.hostname),
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  const bridges: Bridge[] = [];
  const lines: Record<string, unknown>[] = [];
  const log: BridgeLog = (level, message, fields) => void lines.push({ level, message, ...fields });
  const replies = async (messageId: number): Promise<Message[]> =>
    (await t.get(`/api/v1/messages/${messageId}/replies?limit=100`, as(owner))).body.messages;
  return {
    t,
    url,
    owner,
    lines,
    replies,
    bridge(agents, clock) {
      const parsed = bridgeSchema.parse({ agents });
      const bridge = startBridge({ base_url: url, log, clock, ...parsed });
      bridges.push(bridge);
      return bridge;
    },
    async say(bot, content) {
      const chat = await t.post(
        "/api/v1/chats",
        { kind: "direct", username: bot.username },
        as(owner),
      );
      const chatId = chat.body.chat.chat_id;
      const posted = await t.post(`/api/v1/chats/${chatId}/messages`, { content }, as(owner));
      return { chatId, messageId: posted.body.message.message_id };
    },
    async settled(messageId, atLeast = 1) {
      const late = performance.now() + 20_000;
      while (performance.now() < late) {
        const found = await replies(messageId);
        if (found.length >= atLeast && found.every(({ status }) => status === "OK")) return found;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(
        `Message ${messageId} has no finished reply in 20 s: ${
          JSON.stringify(await replies(messageId))
        } ${JSON.stringify(lines.slice(-5))}`,
      );
    },
    async close() {
      await Promise.all(bridges.map((bridge) => bridge.stop({ grace: 0 })));
      await server.shutdown();
      await t.close();
    },
  };
}

export async function withBridgeHouse(
  play: Script,
  run: (house: BridgeHouse, backend: ScriptedBackend) => Promise<void>,
): Promise<void> {
  const house = await bridgeHouse();
  const backend = new ScriptedBackend(play);
  try {
    await run(house, backend);
  } finally {
    await house.close();
    await backend.close();
  }
}

export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const late = performance.now() + 20_000;
  while (!await isTrue()) {
    if (performance.now() > late) throw new Error(`Waited 20 s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
