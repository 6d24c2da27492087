// Tells what was committed, here or at another process, to whoever delivers it.
import { spanned } from "../spans.ts";
import type { Entry } from "./entries.ts";

export type Listener = (entries: readonly Entry[]) => void;

export class Feed {
  readonly #listeners = new Set<Listener>();

  constructor(private readonly report: (error: unknown) => void) {}

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(entries: readonly Entry[]): void {
    const about = () => ({ "parley.entries": entries.length });
    spanned("parley.fan_out", about, () => this.#tell(entries));
  }

  #tell(entries: readonly Entry[]): void {
    for (const listener of this.#listeners) {
      try {
        listener(entries);
      } catch (error) {
        // What is committed stays committed, whatever its delivery runs into.
        this.report(error);
      }
    }
  }
}
