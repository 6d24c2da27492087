// One process of the service on a shared store, run as its user would run it.
import { ACCESS_TOKEN, type KvServer } from "./denokv.ts";
import { freePort } from "../ports.ts";

export const OWNER_TOKEN = "svcusr_ownerOfTheClusterUnderTest0000000";

export interface Node {
  url: string;
  call(method: string, path: string, body?: unknown, token?: string): Promise<Answer>;
  stream(path: string, token: string): Promise<WebSocket>;
  stop(signal?: Deno.Signal): Promise<void>;
}

export interface Answer {
  status: number;
  // deno-lint-ignore no-explicit-any -- tests read whatever they expect, and fail where it is not there
  body: any;
}

export async function startNode(kv: KvServer): Promise<Node> {
  const port = freePort();
  const main = new URL("../../main.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", main, "serve"],
    env: {
      PARLEY_DATA: kv.url,
      PARLEY_PORT: String(port),
      PARLEY_OWNER_TOKEN: OWNER_TOKEN,
      PARLEY_LOG_LEVEL: "error",
      DENO_KV_ACCESS_TOKEN: ACCESS_TOKEN,
    },
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  let ended = false;
  child.status.then(() => ended = true);
  const url = `http://127.0.0.1:${port}`;
  await ready(url);
  return {
    url,
    async call(method, path, body, token = OWNER_TOKEN) {
      const answer = await fetch(url + path, {
        method,
        headers: { Authorization: `Bearer ${token}` },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      return { status: answer.status, body: await answer.json() };
    },
    stream(path, token) {
      // The platform takes headers here; the types of browsers, which the web app brings, do not know it.
      const options = { headers: { Authorization: `Bearer ${token}` } } as unknown as string[];
      const socket = new WebSocket(url.replace("http", "ws") + path, options);
      return new Promise((resolve, reject) => {
        socket.onopen = () => resolve(socket);
        socket.onerror = () => reject(new Error(`Cannot open ${path}`));
      });
    },
    async stop(signal = "SIGTERM") {
      if (!ended) child.kill(signal);
      await child.status;
    },
  };
}

async function ready(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    try {
      const answer = await fetch(`${url}/readyz`);
      await answer.body?.cancel();
      if (answer.ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Cannot start a node: it is not ready after 15 s");
}
