// Starts a server of the bench as a process of its own and reads the line that it prints once it is ready.
export interface Running<T> {
  said: T;
  pid: number;
  /** Resolves when it ends by itself. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

export async function run<T>(script: string, args: string[] = []): Promise<Running<T>> {
  const path = new URL(script, import.meta.url).pathname;
  const command = new Deno.Command(Deno.execPath(), {
    // As the task start runs the service.
    args: ["run", "-A", "--v8-flags=--max-semi-space-size=8", path, ...args],
    stdout: "piped",
    stderr: "inherit",
  });
  const child = command.spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`Cannot start ${script}: it ended before it was ready`);
    text += value;
  }
  reader.cancel();
  return {
    said: JSON.parse(text.slice(0, text.indexOf("\n"))) as T,
    pid: child.pid,
    ended: child.status.then(() => {}),
    async stop() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}
