// A progress bar on a terminal; nothing elsewhere, where it would only fill a log.
import type { Io } from "./io.ts";

const WIDTH = 30;
const EVERY_MS = 100;

export interface Progress {
  /** How much is done, of `total` when that is known. */
  set(done: number): void;
  /** Takes the bar away. */
  end(): void;
}

export function startProgress(
  io: Pick<Io, "progress">,
  what: string,
  total: number | null,
  write: (text: string) => void = (text) =>
    void Deno.stderr.writeSync(new TextEncoder().encode(text)),
): Progress {
  if (!io.progress) return { set() {}, end() {} };
  let shownAt = -Infinity;
  return {
    set(done) {
      const now = performance.now();
      if (now - shownAt < EVERY_MS && done !== total) return;
      shownAt = now;
      write(`\r\x1b[2K${barOf(what, done, total)}`);
    },
    end: () => write("\r\x1b[2K"),
  };
}

export function barOf(what: string, done: number, total: number | null): string {
  if (total === null || total === 0) return `${what} ${done}`;
  const part = Math.min(1, done / total);
  const filled = Math.round(part * WIDTH);
  return `${what} [${"#".repeat(filled)}${".".repeat(WIDTH - filled)}] ${Math.floor(part * 100)}%`;
}
