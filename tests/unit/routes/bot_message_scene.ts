// A bot in a chat, and what it sends.
import type { ChatRecord } from "../../../store/records.ts";
import { as, type Reply, type Seed, seed, type SeededBot } from "../../seed.ts";

export const PATH = "/bots/v1/messages";

export interface Scene {
  t: Seed;
  bot: SeededBot;
  chat: ChatRecord;
  send(body: unknown, headers?: Record<string, string>): Promise<Reply>;
}

export async function scene(run: (scene: Scene) => Promise<void>, fields: Partial<SeededBot> = {}) {
  const t = await seed();
  const bot = await t.bot(fields);
  const chat = await t.chat("ops", bot);
  const send: Scene["send"] = (body, headers = {}) =>
    t.post(PATH, body, { ...as(bot), ...headers });
  try {
    await run({ t, bot, chat, send });
  } finally {
    await t.close();
  }
}
