// Two processes on one store, shared through KV Connect.
import assert from "node:assert/strict";
import { denokvPath, startDenokv } from "./denokv.ts";
import { type Node, startNode } from "./node.ts";

const path = denokvPath();
if (path === null) {
  const reason = "denokv is not installed; `cargo install denokv --locked` provides it";
  if (Deno.env.get("CI")) throw new Error(`The cluster tests cannot run: ${reason}`);
  console.log(`Skipping the cluster tests: ${reason}`);
}

export interface Cluster {
  a: Node;
  b: Node;
  chatId: number;
  bot: { bot_id: string; token: string };
}

/** A test over two processes that share a store, with a chat and a bot in it. */
export const cluster = (name: string, run: (cluster: Cluster) => Promise<void>) =>
  Deno.test({
    name,
    ignore: path === null,
    async fn() {
      const kv = await startDenokv(path!);
      const nodes: Node[] = [];
      try {
        nodes.push(await startNode(kv), await startNode(kv));
        const [a, b] = nodes as [Node, Node];
        const { chat } =
          (await a.call("POST", "/api/v1/chats", { name: "ops", kind: "group" })).body;
        const made = await b.call("POST", "/api/v1/bots", {
          name: "Helper",
          username: "helper",
          trigger_mode: "all",
        });
        const bot = { bot_id: made.body.bot.bot_id, token: made.body.token };
        const put = await a.call("PUT", `/api/v1/chats/${chat.chat_id}/bots/${bot.bot_id}`);
        assert.equal(put.status, 200);
        await run({ a, b, chatId: chat.chat_id, bot });
      } finally {
        for (const node of nodes) await node.stop();
        await kv.stop();
      }
    },
  });

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
