// Slows down guessing: failures in a window of time, by key. In memory, since a restart takes longer than it gains.
interface Count {
  failures: number;
  /** When the count began. */
  since: number;
}

const KEPT = 10_000;

export class Throttle {
  readonly #counts = new Map<string, Count>();

  constructor(private readonly limit: number, private readonly windowMs: number) {}

  get size(): number {
    return this.#counts.size;
  }

  /** Counts an attempt; tells how many milliseconds to wait where there were too many, else 0. */
  attempt(key: string, now: number): number {
    const count = this.#current(key, now);
    if (count.failures >= this.limit) return count.since + this.windowMs - now;
    count.failures++;
    return 0;
  }

  /** Takes back an attempt that succeeded. */
  succeeded(key: string, now: number): void {
    const count = this.#current(key, now);
    count.failures = Math.max(0, count.failures - 1);
  }

  #current(key: string, now: number): Count {
    const known = this.#counts.get(key);
    if (known !== undefined && now - known.since < this.windowMs) return known;
    if (this.#counts.size >= KEPT) this.#forgetOld(now);
    const count = { failures: 0, since: now };
    this.#counts.set(key, count);
    return count;
  }

  // Counts stand in the order in which they began.
  #forgetOld(now: number): void {
    for (const [key, { since }] of this.#counts) {
      if (now - since < this.windowMs && this.#counts.size < KEPT) return;
      this.#counts.delete(key);
    }
  }
}
