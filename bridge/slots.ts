/** At most `size` holders at once; the others wait in the order they came. */
export class Slots {
  readonly size: number;
  #free: number;
  #queue: ((taken: boolean) => void)[] = [];

  constructor(size: number) {
    this.size = size;
    this.#free = size;
  }

  get used(): number {
    return this.size - this.#free;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Waits for a slot and returns what gives it back; null when the signal aborted first. */
  async take(signal?: AbortSignal): Promise<(() => void) | null> {
    if (signal?.aborted) return null;
    if (this.#free > 0) this.#free--;
    else if (!await this.#wait(signal)) return null;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = this.#queue.shift();
      if (next) next(true);
      else this.#free++;
    };
  }

  #wait(signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const entry = (taken: boolean) => {
        signal?.removeEventListener("abort", leave);
        resolve(taken);
      };
      const leave = () => {
        this.#queue = this.#queue.filter((other) => other !== entry);
        entry(false);
      };
      this.#queue.push(entry);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }
}
