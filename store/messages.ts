// Reads log rows by id, with the recent ones kept in memory, where live delivery and the newest pages find them.
import type { Entry, MessageEntry } from "./entries.ts";
import { logRow } from "./keys.ts";
import { decodeEntry } from "./rows.ts";

const KEPT = 8_000;
const KEPT_CONTENT = 8_000;
const GET_MANY = 10;

export class Messages {
  readonly #recent = new Map<number, Entry>();

  constructor(private readonly reader: Deno.Kv) {}

  remember(entry: Entry): void {
    if (entry.kind === "change") return;
    if (entry.kind === "message" && entry.content.length > KEPT_CONTENT) {
      this.#recent.delete(entry.id);
      return;
    }
    this.#recent.set(entry.id, entry);
    if (this.#recent.size <= KEPT) return;
    for (const oldest of this.#recent.keys()) {
      this.#recent.delete(oldest);
      break;
    }
  }

  /** The entry where it is in memory. */
  peek(id: number): Entry | null {
    return this.#recent.get(id) ?? null;
  }

  async entries(ids: readonly number[]): Promise<(Entry | null)[]> {
    const found = ids.map((id) => this.#recent.get(id) ?? null);
    const missing = ids.flatMap((id, index) => found[index] === null ? [{ id, index }] : []);
    const reads = [];
    for (let at = 0; at < missing.length; at += GET_MANY) {
      const part = missing.slice(at, at + GET_MANY);
      reads.push(this.reader.getMany<Uint8Array[]>(part.map(({ id }) => logRow(id))));
    }
    const rows = (await Promise.all(reads)).flat();
    missing.forEach(({ index }, at) => {
      const bytes = rows[at]!.value;
      if (bytes !== null) found[index] = decodeEntry(bytes);
    });
    return found;
  }

  async entry(id: number): Promise<Entry | null> {
    return this.#recent.get(id) ?? (await this.entries([id]))[0] ?? null;
  }

  async get(id: number): Promise<MessageEntry | null> {
    if (!Number.isSafeInteger(id) || id < 1) return null;
    const entry = await this.entry(id);
    return entry?.kind === "message" ? entry : null;
  }

  async getMany(ids: readonly number[]): Promise<MessageEntry[]> {
    const entries = await this.entries(ids);
    return entries.filter((entry): entry is MessageEntry => entry?.kind === "message");
  }

  /** The messages before an id, newest first, without end. */
  async *newestBefore(id: number): AsyncGenerator<Entry> {
    const range = { start: logRow(0), end: logRow(Math.min(id, Number.MAX_SAFE_INTEGER)) };
    for await (
      const row of this.reader.list<Uint8Array>(range, { reverse: true, batchSize: 500 })
    ) {
      yield decodeEntry(row.value);
    }
  }
}
