// What a command sees of the terminal and the world, so that tests can stand in its place.
export interface Io {
  env: Record<string, string | undefined>;
  out(line: string): void;
  err(line: string): void;
  /** All of standard input. */
  input(): Promise<string>;
  readFile(path: string): string;
  /** Standard output shows colours. */
  colors: boolean;
  /** Standard error shows colours. */
  errorColors: boolean;
  /** Standard output is a terminal. */
  interactive: boolean;
  /** Standard error is a terminal, on which a progress bar can move. */
  progress: boolean;
  /** Ends what would run for ever. */
  signal: AbortSignal;
  /** Waits so many milliseconds. */
  pause(ms: number): Promise<void>;
}

/** Nothing can be printed any more. The message is empty where who read it has seen enough, as `head` has. */
export class OutputLost extends Error {
  override name = "OutputLost";
}

export function terminalIo(): Io {
  const stop = new AbortController();
  const encoder = new TextEncoder();
  const write = (file: { writeSync(bytes: Uint8Array): number }, line: string) => {
    let bytes = encoder.encode(line + "\n");
    try {
      while (bytes.length > 0) bytes = bytes.subarray(file.writeSync(bytes));
    } catch (cause) {
      throw new OutputLost(
        cause instanceof Deno.errors.BrokenPipe
          ? ""
          : `Cannot write the output: ${(cause as Error).message}`,
        { cause },
      );
    }
  };
  const env = Deno.env.toObject();
  const paints = !env.NO_COLOR && env.TERM !== "dumb";
  return {
    env,
    out: (line) => write(Deno.stdout, line),
    err: (line) => write(Deno.stderr, line),
    input: () => new Response(Deno.stdin.readable).text(),
    readFile: Deno.readTextFileSync,
    colors: Deno.stdout.isTerminal() && paints,
    errorColors: Deno.stderr.isTerminal() && paints,
    interactive: Deno.stdout.isTerminal(),
    progress: Deno.stderr.isTerminal() && env.TERM !== "dumb",
    signal: stop.signal,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

export type Color = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";
const CODES: Record<Color, [number, number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

/** Paints text where colours are shown, and leaves it as it is elsewhere. */
export function paint(io: Pick<Io, "colors">, color: Color, text: string): string {
  const [on, off] = CODES[color];
  return io.colors ? `\x1b[${on}m${text}\x1b[${off}m` : text;
}

/** Text from strangers, shown on a terminal: without the control characters that could move its cursor. */
export function printable(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\ufffd");
}
