// The real bridge before a backend that says what the test tells it to.
import { bridgeSchema, startBridge } from "../../bridge/mod.ts";
import {
  type BackendConnection,
  delta,
  DONE,
  finish,
  ScriptedBackend,
} from "../scripted_backend.ts";
import type { House } from "./house.ts";

export interface Agent {
  /** Says a piece of the answer that is being asked for, or of the next one. */
  say(text: string): Promise<void>;
  finish(): void;
  close(): Promise<void>;
}

interface Turn {
  connection: BackendConnection;
  end: () => void;
}

export function startAgent(house: House, botToken: string): Agent {
  let asked = Promise.withResolvers<Turn>();
  const backend = new ScriptedBackend(async (connection, request) => {
    if (!request.path.endsWith("/chat/completions")) return connection.head("404 Not Found");
    await connection.head();
    const ended = Promise.withResolvers<void>();
    asked.resolve({ connection, end: ended.resolve });
    await Promise.race([ended.promise, connection.untilLeft()]);
    asked = Promise.withResolvers();
    await connection.text(finish() + DONE);
  });
  const agents = [{
    bot_token: botToken,
    backend: { url: `${backend.url}/v1`, model: "scripted" },
  }];
  const bridge = startBridge({
    base_url: house.url,
    log: () => {},
    ...bridgeSchema.parse({ agents }),
  });
  return {
    async say(text) {
      const { connection } = await asked.promise;
      await connection.text(delta(text));
    },
    finish: () => void asked.promise.then(({ end }) => end()),
    async close() {
      await bridge.stop({ grace: 0 });
      await backend.close();
    },
  };
}
