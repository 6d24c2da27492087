// Lets so many through at once; others wait their turn, and past a crowd they are refused.
import { Refusal } from "./errors.ts";

const RETRY_S = 5;

export class Turns {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting: number,
    /** What is too much at this moment, for the message of the refusal. */
    private readonly what: string,
  ) {}

  async take<T>(run: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= this.maxWaiting) {
      throw new Refusal("unavailable", {
        message: `${this.what} are waiting already (${this.maxWaiting}); retry in ${RETRY_S} s`,
        headers: { "Retry-After": String(RETRY_S) },
      });
    }
    if (this.#running >= this.atOnce) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#running++;
    try {
      return await run();
    } finally {
      // The place goes to whoever waits, so that never more run than may.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}
