// The service's own handler on a data folder that nobody serves: the same requests, without a socket.
import { monotonicFactory } from "ulid";
import { createApp } from "../app.ts";
import type { Config } from "../config.ts";
import { Store } from "../store/store.ts";
import type { Send } from "./http.ts";

/** Opens the data; the token is an owner's for as long as it is open. */
export async function openInside(
  config: Config,
): Promise<{ send: Send; token: string; close(): Promise<void> }> {
  const token = `svcusr_${crypto.randomUUID()}${crypto.randomUUID()}`;
  const store = await Store.open({ data: config.data, maxQueue: config.max_queue });
  const app = createApp({
    store,
    settings: {
      baseUrl: config.base_url ?? `http://127.0.0.1:${config.port}`,
      ownerToken: token,
      trustedProxies: config.trusted_proxies,
      legacyBotTokenPrefixes: config.legacy_bot_token_prefixes,
      eventRetentionMs: config.event_retention,
      heartbeatMs: config.heartbeat,
      replyStallMs: config.reply_stall,
      replyLeaseMs: config.reply_lease,
      maxStreamsPerBot: config.max_streams_per_bot,
    },
    now: Date.now,
    newId: monotonicFactory(),
    report: (error) => console.error(error),
  });
  return {
    token,
    send: (path, init) => app.handle(new Request(`http://127.0.0.1${path}`, init), "127.0.0.1"),
    close() {
      app.drain();
      return store.close();
    },
  };
}
