/** Events on their way from the connection to whoever iterates. */
export class EventQueue<T> {
  #items: T[] = [];
  #waiting: { resolve(value: T | null): void; reject(error: unknown): void } | null = null;
  #end: { error?: unknown } | null = null;

  get size(): number {
    return this.#items.length;
  }

  push(item: T): void {
    if (this.#end) return;
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) waiting.resolve(item);
    else this.#items.push(item);
  }

  /** No more events; with an error, the iteration ends by throwing it. */
  end(error?: unknown): void {
    if (this.#end) return;
    this.#end = { error };
    const waiting = this.#waiting;
    this.#waiting = null;
    if (!waiting) return;
    if (error === undefined) waiting.resolve(null);
    else waiting.reject(error);
  }

  /** The next event; null after the end. */
  take(): Promise<T | null> {
    const item = this.#items.shift();
    if (item !== undefined) return Promise.resolve(item);
    if (this.#end) {
      return this.#end.error === undefined
        ? Promise.resolve(null)
        : Promise.reject(this.#end.error);
    }
    return new Promise((resolve, reject) => this.#waiting = { resolve, reject });
  }
}
