// A process of the program, for the tests that run it for real.
import { PERMISSIONS } from "../packaging/compile.ts";

const DENO = Deno.execPath();
export const ROOT = new URL("..", import.meta.url).pathname;

export interface Running {
  url: string;
  process: Deno.ChildProcess;
  /** What it has logged so far. */
  log: () => string;
  /** Asks it to end and gives its exit code. */
  stop(signal?: Deno.Signal): Promise<number>;
}

export interface Start {
  command?: string;
  args?: readonly string[];
  env?: Record<string, string>;
  cwd?: string;
  /** Finds the address in what the process logs. */
  ready?: RegExp;
}

/** Starts `serve` with the rights of the binary (or another command) and waits until it says where it listens. */
export async function startProcess(start: Start = {}): Promise<Running> {
  const { command = DENO, args = ["run", ...PERMISSIONS, "main.ts", "serve"], cwd = ROOT } = start;
  const process = new Deno.Command(command, {
    args: [...args],
    cwd,
    env: { NO_COLOR: "1", PARLEY_PORT: "0", PARLEY_DATA: ":memory:", ...start.env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let log = "";
  const found = Promise.withResolvers<string>();
  const ready = start.ready ?? /"message":"Ready","url":"([^"]+)"/;
  const read = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder();
    for await (const chunk of stream) {
      log += decoder.decode(chunk, { stream: true });
      const url = ready.exec(log)?.[1];
      if (url !== undefined) found.resolve(url);
    }
  };
  const reading = Promise.all([read(process.stdout), read(process.stderr)]);
  process.status.then(async ({ code }) => {
    await reading;
    found.reject(new Error(`It ended with ${code}: ${log}`));
  });
  const timer = setTimeout(
    () => found.reject(new Error(`It was not ready in 60 s: ${log}`)),
    60_000,
  );
  try {
    const url = await found.promise;
    return {
      url,
      process,
      log: () => log,
      async stop(signal = "SIGTERM") {
        process.kill(signal);
        const { code } = await process.status;
        await reading;
        return code;
      },
    };
  } catch (error) {
    try {
      process.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await reading;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
