// Reads log rows by id, with the recent ones kept in memory, where live delivery and the newest pages find them.
import type { Entry, MessageEntry } from "./entries.ts";
import { logRow } from "./keys.ts";
import { decodeEntry, type Row } from "./rows.ts";

/** A power of two: an entry's place is the low bits of its id. */
const KEPT = 8_192;
const KEPT_CONTENT = 8_000;
const GET_MANY = 10;

export class Messages {
  readonly #recent = new Array<Entry | undefined>(KEPT);

  constructor(private readonly reader: Deno.Kv) {}

  remember(entry: Entry): void {
    if (entry.kind === "change") return;
    const place = entry.id & (KEPT - 1);
    const there = this.#recent[place];
    if (there !== undefined && there.id > entry.id) return;
    const isLong = entry.kind === "message" && entry.content.length > KEPT_CONTENT;
    this.#recent[place] = isLong ? undefined : entry;
  }

  /** The entry where it is in memory. */
  peek(id: number): Entry | null {
    const entry = this.#recent[id & (KEPT - 1)];
    return entry?.id === id ? entry : null;
  }

  async entries(ids: readonly number[]): Promise<(Entry | null)[]> {
    const found = ids.map((id) => this.peek(id));
    const missing = ids.flatMap((id, index) => found[index] === null ? [{ id, index }] : []);
    const reads = [];
    for (let at = 0; at < missing.length; at += GET_MANY) {
      const part = missing.slice(at, at + GET_MANY);
      reads.push(this.reader.getMany<Row[]>(part.map(({ id }) => logRow(id))));
    }
    const rows = (await Promise.all(reads)).flat();
    missing.forEach(({ index }, at) => {
      const row = rows[at]!.value;
      if (row !== null) found[index] = decodeEntry(row);
    });
    return found;
  }

  async entry(id: number): Promise<Entry | null> {
    return this.peek(id) ?? (await this.entries([id]))[0] ?? null;
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
      const row of this.reader.list<Row>(range, { reverse: true, batchSize: 500 })
    ) {
      yield decodeEntry(row.value);
    }
  }
}
