/** Answers finish out of order, acks are cumulative: this knows up to where everything is done. */
export class AckTracker {
  // Insertion order is seq order, since events arrive so.
  readonly #open = new Set<number>();
  #latest = 0;

  begin(seq: number): void {
    this.#open.add(seq);
    this.#latest = Math.max(this.#latest, seq);
  }

  /** Marks the event as done and tells the highest seq that may be acked (0: none yet). */
  finish(seq: number): number {
    this.#open.delete(seq);
    const [oldest] = this.#open;
    return oldest === undefined ? this.#latest : oldest - 1;
  }

  get unfinished(): number {
    return this.#open.size;
  }
}
