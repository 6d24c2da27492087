// A terminal for tests: what a command printed, and what it read.
import { run } from "../../../cli/run.ts";
import type { Io } from "../../../cli/io.ts";

export interface Shown {
  code: number;
  out: string;
  err: string;
}

export async function runCommand(
  args: readonly string[],
  given: Partial<Io> & { stdin?: string } = {},
): Promise<Shown> {
  const shown: Shown = { code: -1, out: "", err: "" };
  shown.code = await run(args, {
    env: {},
    out: (line) => void (shown.out += `${line}\n`),
    err: (line) => void (shown.err += `${line}\n`),
    input: () => Promise.resolve(given.stdin ?? ""),
    readFile: Deno.readTextFileSync,
    colors: false,
    errorColors: false,
    interactive: false,
    progress: false,
    signal: new AbortController().signal,
    pause: () => Promise.resolve(),
    ...given,
  });
  return shown;
}
