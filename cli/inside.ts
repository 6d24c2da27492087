// The service's own handler on a data folder that nobody serves: the same requests, without a socket.
import { monotonicFactory } from "ulid";
import { createApp } from "../app.ts";
import { ensureOwner } from "../chat/setup.ts";
import type { Context } from "../chat/context.ts";
import { prepareOwner } from "../chat/setup.ts";
import type { Config } from "../config.ts";
import { settingsOf } from "../serve.ts";
import { Store } from "../store/store.ts";
import type { Send } from "./http.ts";

/** Opens the data; the token is an owner's for as long as it is open. */
export async function openInside(
  config: Config,
): Promise<{ send: Send; token: string; close(): Promise<void> }> {
  const token = `svcusr_${crypto.randomUUID()}${crypto.randomUUID()}`;
  const store = await Store.open({ data: config.data, maxQueue: config.max_queue });
  const context: Context = {
    store,
    settings: {
      ...settingsOf(config, { baseUrl: `http://127.0.0.1:${config.port}` }),
      ownerToken: token,
    },
    now: Date.now,
    newId: monotonicFactory(),
    report: (error) => console.error(error),
  };
  await prepareOwner(context);
  const app = createApp(context);
  await ensureOwner(app.context);
  return {
    token,
    send: (path, init) => app.handle(new Request(`http://127.0.0.1${path}`, init), "127.0.0.1"),
    close() {
      app.drain();
      return store.close();
    },
  };
}
