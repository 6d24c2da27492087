// Gives up bodies that do not arrive: the server itself waits for a silent one without end. One slow clock looks at all of
// them, because a timer for each would cost every post.
export const BODY_TIMEOUT_MS = 10_000;
const LOOK_EVERY_MS = 500;

interface Deadline {
  at: number;
  expire: () => void;
}

export class Deadlines {
  readonly #waiting = new Set<Deadline>();
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(private readonly timeoutMs = BODY_TIMEOUT_MS, lookEveryMs = LOOK_EVERY_MS) {
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
  }

  /** Settles as the work does, or fails with `late` where that takes too long. */
  within<T>(work: Promise<T>, late: () => Error): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const deadline = { at: performance.now() + this.timeoutMs, expire: () => reject(late()) };
      this.#waiting.add(deadline);
      work.then((value) => {
        this.#waiting.delete(deadline);
        resolve(value);
      }, (error) => {
        this.#waiting.delete(deadline);
        reject(error);
      });
    });
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  // All have the same time, so the first that is not late ends the look.
  #look(): void {
    const now = performance.now();
    for (const deadline of this.#waiting) {
      if (deadline.at > now) return;
      this.#waiting.delete(deadline);
      deadline.expire();
    }
  }
}
