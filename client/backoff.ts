/** Full jitter over a doubling ceiling: many clients that lost one server do not come back at the same moment. */
export interface Backoff {
  /** The next wait in milliseconds. */
  next(): number;
  reset(): void;
}

export function createBackoff(
  { base = 250, max = 15_000, random = Math.random }: {
    base?: number;
    max?: number;
    random?: () => number;
  } = {},
): Backoff {
  let attempt = 0;
  return {
    next() {
      const ceiling = Math.min(max, base * 2 ** Math.min(attempt++, 30));
      // Never below half: a wait of nothing would be a busy loop against a server that refuses at once.
      return ceiling / 2 + random() * ceiling / 2;
    },
    reset() {
      attempt = 0;
    },
  };
}
