// A KV Connect server of its own for a test: one SQLite file served to many processes.
import { freePort } from "../ports.ts";
import { programPath } from "../programs.ts";

export const ACCESS_TOKEN = "cluster-test-access-token";

export interface KvServer {
  url: string;
  stop(): Promise<void>;
}

/** Where the server's program is, or null where it is not installed. */
export const denokvPath = () => programPath("denokv", `${Deno.env.get("HOME") ?? ""}/.cargo/bin`);

export async function startDenokv(path: string): Promise<KvServer> {
  const folder = await Deno.makeTempDir({ prefix: "parley-cluster-" });
  const port = freePort();
  const child = new Deno.Command(path, {
    args: [
      "--sqlite-path",
      `${folder}/kv.sqlite`,
      "serve",
      "--addr",
      `127.0.0.1:${port}`,
      "--access-token",
      ACCESS_TOKEN,
    ],
    stdout: "null",
    stderr: "null",
  }).spawn();
  await listening(port);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGTERM");
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      (await Deno.connect({ hostname: "127.0.0.1", port })).close();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error("Cannot start denokv: it does not listen");
}
