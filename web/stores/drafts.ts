// What someone typed and has not sent yet. It outlives a reload, a crash and a sign-out by mistake.
import { signal } from "@preact/signals";

export interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const MAX_DRAFTS = 100;

/** Where a draft belongs: a chat's composer or a thread's. */
export type Place = `chat:${number}` | `thread:${number}`;

export class Drafts {
  #shelf: Shelf;
  #key: string;
  /** Oldest first, so that the oldest is given up when there are too many. */
  #texts = signal<ReadonlyMap<Place, string>>(new Map());

  constructor(shelf: Shelf, userId: string) {
    this.#shelf = shelf;
    this.#key = `parley.drafts.${userId}`;
    this.#texts.value = this.#read();
  }

  get(place: Place): string {
    return this.#texts.value.get(place) ?? "";
  }

  set(place: Place, text: string): void {
    // Another tab may have written since.
    const texts = this.#read();
    texts.delete(place);
    if (text.trim()) texts.set(place, text);
    while (texts.size > MAX_DRAFTS) texts.delete(texts.keys().next().value!);
    this.#texts.value = texts;
    try {
      if (texts.size === 0) this.#shelf.removeItem(this.#key);
      else this.#shelf.setItem(this.#key, JSON.stringify([...texts]));
    } catch {
      // Storage is full or forbidden: the draft still lives as long as the page.
    }
  }

  #read(): Map<Place, string> {
    try {
      const rows: unknown = JSON.parse(this.#shelf.getItem(this.#key) ?? "[]");
      if (Array.isArray(rows)) return new Map(rows as [Place, string][]);
    } catch {
      // Unreadable drafts cannot be shown; the ones in memory stay.
    }
    return new Map(this.#texts.peek());
  }
}
