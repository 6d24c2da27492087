// A webhook in a chat, and calls of it.
import { type Reply, type Seed, seed, type SeededWebhook } from "../../seed.ts";

export interface Scene {
  t: Seed;
  hook: SeededWebhook;
  send(body: unknown, headers?: HeadersInit, peer?: string): Promise<Reply>;
}

export async function scene(fields: Partial<SeededWebhook>, run: (scene: Scene) => Promise<void>) {
  const t = await seed({ settings: { trustedProxies: ["10.0.0.1"] } });
  const hook = await t.webhook(await t.chat("ops"), fields);
  const send: Scene["send"] = (body, headers = {}, peer = "127.0.0.1") =>
    t.request("POST", hook.path, body, headers, peer);
  try {
    await run({ t, hook, send });
  } finally {
    await t.close();
  }
}
