// A bot that was mentioned in a chat, and what it makes of the thread.
import type { ChatRecord } from "../../../store/records.ts";
import { as, type Reply, type Seed, seed, type SeededBot } from "../../seed.ts";

export interface Scene {
  t: Seed;
  bot: SeededBot;
  chat: ChatRecord;
  /** A root message that mentions the bot. */
  root: number;
  create(body?: unknown, parent?: number, headers?: Record<string, string>): Promise<Reply>;
  change(id: number, body?: unknown): Promise<Reply>;
  contentOf(id: number): Promise<string>;
}

export async function scene(run: (scene: Scene) => Promise<void>) {
  const t = await seed();
  const bot = await t.bot({ username: "helper", displayName: "Helper" });
  const chat = await t.chat("ops", bot);
  const hook = await t.webhook(chat, { ratePerMinute: 0 });
  const root = (await t.post(hook.path, { content: "@helper hi" })).body.message_id;
  const create: Scene["create"] = (body = {}, parent = root, headers = {}) =>
    t.post(`/bots/v1/threads/${parent}/replies`, body, { ...as(bot), ...headers });
  const change: Scene["change"] = (id, body) => t.patch(`/bots/v1/replies/${id}`, body, as(bot));
  const contentOf = async (id: number) => {
    const { body } = await t.get(`/bots/v1/threads/${root}`, as(bot));
    return body.messages.find((it: { message_id: number }) => it.message_id === id).content;
  };
  try {
    await run({ t, bot, chat, root, create, change, contentOf });
  } finally {
    await t.close();
  }
}

export const generating = async ({ create }: Scene): Promise<number> =>
  (await create({ status: "GN" })).body.message_id;
