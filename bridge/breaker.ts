import type { Clock } from "../client/clock.ts";

export interface BreakerSettings {
  /** So many failures in a row open it. */
  consecutive: number;
  /** So large a share of failures opens it, once there were `min_calls` within `window`. */
  ratio: number;
  min_calls: number;
  window: number;
  /** How long it stays open at first; doubles with each failed probe up to `open_max`. */
  open: number;
  open_max: number;
}

export type BreakerState = "closed" | "open" | "half_open";
export type Outcome = "success" | "failure" | "ignored";

/** Leave for one call of the backend. Settle it exactly once; later settlements change nothing. */
export interface Permit {
  /** The backend has begun to answer: enough for a probe to close the breaker. */
  progress(): void;
  settle(outcome: Outcome, retryAfter?: number | null): void;
}

/** Keeps calls away from a backend that fails: closed → open → half-open, with one probe at a time → closed. */
export class Breaker {
  readonly #settings: BreakerSettings;
  readonly #clock: Clock;
  #calls: { at: number; failed: boolean }[] = [];
  #failuresInARow = 0;
  #openUntil: number | null = null;
  #openFor: number;
  #probing = false;
  #epoch = 0;
  #opened = 0;

  constructor(settings: BreakerSettings, clock: Clock) {
    this.#settings = settings;
    this.#clock = clock;
    this.#openFor = settings.open;
  }

  get state(): BreakerState {
    if (this.#openUntil === null) return "closed";
    return this.#clock.now() < this.#openUntil ? "open" : "half_open";
  }

  /** How often it has opened. */
  get opened(): number {
    return this.#opened;
  }

  /** Failures in a row, as counted against `consecutive`. */
  get failuresInARow(): number {
    return this.#failuresInARow;
  }

  /** Whether a call that asked now would be turned away. */
  get refuses(): boolean {
    return this.state === "open" || (this.state === "half_open" && this.#probing);
  }

  /** Leave to call the backend, or null while it is spared. */
  enter(): Permit | null {
    if (this.refuses) return null;
    const probe = this.state === "half_open";
    if (probe) this.#probing = true;
    const epoch = this.#epoch;
    let settled = false;
    return {
      progress: () => {
        if (!settled && probe && epoch === this.#epoch) this.#close();
      },
      settle: (outcome, retryAfter = null) => {
        if (settled) return;
        settled = true;
        if (epoch !== this.#epoch) {
          // A call from before the last opening or closing says nothing about the backend of now;
          // only the probe's own call, which closed the breaker by its progress, still counts.
          if (probe && this.#openUntil === null) this.#count(outcome, retryAfter);
          return;
        }
        if (!probe) return this.#count(outcome, retryAfter);
        this.#probing = false;
        if (outcome === "success") this.#close();
        else if (outcome === "failure") this.#open(this.#openFor * 2, retryAfter);
      },
    };
  }

  #count(outcome: Outcome, retryAfter: number | null) {
    if (outcome === "ignored") return;
    const now = this.#clock.now();
    const failed = outcome === "failure";
    this.#failuresInARow = failed ? this.#failuresInARow + 1 : 0;
    this.#calls = this.#calls.filter((call) => call.at > now - this.#settings.window);
    this.#calls.push({ at: now, failed });
    if (failed && this.#isTooMuch()) this.#open(this.#settings.open, retryAfter);
  }

  #isTooMuch(): boolean {
    if (this.#failuresInARow >= this.#settings.consecutive) return true;
    const failures = this.#calls.filter((call) => call.failed).length;
    return this.#calls.length >= this.#settings.min_calls &&
      failures / this.#calls.length >= this.#settings.ratio;
  }

  #open(openFor: number, retryAfter: number | null) {
    this.#openFor = Math.min(openFor, this.#settings.open_max);
    // A backend that names a time is believed, but not beyond open_max.
    const wait = Math.max(this.#openFor, Math.min(retryAfter ?? 0, this.#settings.open_max));
    this.#openUntil = this.#clock.now() + wait;
    this.#opened++;
    this.#begin();
  }

  #close() {
    this.#openUntil = null;
    this.#openFor = this.#settings.open;
    this.#begin();
  }

  #begin() {
    this.#epoch++;
    this.#probing = false;
    this.#failuresInARow = 0;
    this.#calls = [];
  }
}
