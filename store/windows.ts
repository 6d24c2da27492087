// Sliding windows that count accepted posts in sixtieths of the window. A sixtieth counts until all of it has left the
// window: never one post too many in any window, and none counted for more than a sixtieth too long.
const PARTS = 60;
const SLOTS = PARTS + 1;

export class SlidingWindow {
  readonly #counts = new Uint32Array(SLOTS);
  #newest = 0;
  #total = 0;

  constructor(readonly lengthMs: number) {}

  get #partMs(): number {
    return this.lengthMs / PARTS;
  }

  add(at: number, count = 1): void {
    this.#advance(at);
    const part = Math.floor(at / this.#partMs);
    this.#counts[part % SLOTS]! += count;
    this.#total += count;
  }

  /** Takes back an `add` whose commit failed. */
  remove(at: number): void {
    const part = Math.floor(at / this.#partMs);
    if (part <= this.#newest - SLOTS || this.#counts[part % SLOTS] === 0) return;
    this.#counts[part % SLOTS]! -= 1;
    this.#total -= 1;
  }

  count(now: number): number {
    this.#advance(now);
    return this.#total;
  }

  /** When fewer than `limit` posts count, if nobody posts until then. */
  freeAt(limit: number, now: number): number {
    this.#advance(now);
    let total = this.#total;
    for (let part = this.#newest - PARTS; total >= limit && part <= this.#newest; part++) {
      if (part < 0) continue;
      total -= this.#counts[part % SLOTS]!;
      if (total < limit) return (part + 1) * this.#partMs + this.lengthMs;
    }
    return now;
  }

  /** The parts that still count, as [part, count] pairs. */
  parts(): [number, number][] {
    const pairs: [number, number][] = [];
    for (let part = Math.max(0, this.#newest - PARTS); part <= this.#newest; part++) {
      const count = this.#counts[part % SLOTS]!;
      if (count > 0) pairs.push([part, count]);
    }
    return pairs;
  }

  restore(pairs: readonly (readonly [number, number])[]): void {
    for (const [part, count] of pairs) this.add(part * this.#partMs, count);
  }

  #advance(now: number): void {
    const part = Math.floor(now / this.#partMs);
    // A clock that was set back by more than the window makes what was counted meaningless.
    if (part <= this.#newest - SLOTS) this.#clear(part);
    if (part <= this.#newest) return;
    const steps = Math.min(part - this.#newest, SLOTS);
    for (let step = 1; step <= steps; step++) {
      const slot = (part - steps + step) % SLOTS;
      this.#total -= this.#counts[slot]!;
      this.#counts[slot] = 0;
    }
    this.#newest = part;
  }

  #clear(part: number): void {
    this.#counts.fill(0);
    this.#total = 0;
    this.#newest = part;
  }
}

export interface WebhookWindows {
  minute: SlidingWindow;
  hour: SlidingWindow;
}

export function newWebhookWindows(): WebhookWindows {
  return { minute: new SlidingWindow(60_000), hour: new SlidingWindow(3_600_000) };
}
