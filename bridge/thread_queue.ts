/**
 * One worker per thread: tasks with the same key run one after the other in the order they came, tasks with
 * different keys side by side. A key without work is forgotten.
 */
export class ThreadQueue {
  readonly #tails = new Map<string, Promise<void>>();
  #waiting = 0;

  /** How many threads have a worker. */
  get threads(): number {
    return this.#tails.size;
  }

  /** How many tasks have not finished, the running ones included. */
  get depth(): number {
    return this.#waiting;
  }

  /** Runs the task in its thread's turn. The result tells how it ended; a failure does not stop the thread. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const before = this.#tails.get(key);
    const result = before ? before.then(task) : task();
    // The caller sees the failure through `result`; the thread only needs to know that its turn is over.
    const tail = result.then(() => {}, () => {}).then(() => {
      this.#waiting--;
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    });
    this.#tails.set(key, tail);
    return result;
  }
}
