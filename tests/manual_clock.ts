import type { Clock } from "../client/clock.ts";

/** A clock that moves only when a test says so. */
export class ManualClock implements Clock {
  #now = 0;
  #timers: { at: number; fn: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, fn: () => void): () => void {
    const timer = { at: this.#now + ms, fn };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  get waiting(): number {
    return this.#timers.length;
  }

  /** Moves time on and runs what falls due, letting promises settle in between. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    while (true) {
      const due = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((other) => other !== due);
      this.#now = Math.max(this.#now, due.at);
      due.fn();
      await settle();
    }
    this.#now = end;
    await settle();
  }
}

/** Lets everything that is ready to run, run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
