// What was answered under an idempotency key, or for a claimed event: looked up before a write is queued, and again in
// the plan of the write among what was committed since.
import type { MessageEntry } from "./entries.ts";
import { idempotencyRow } from "./keys.ts";
import type { Projection, Write } from "./projection.ts";

export interface IdempotencyRecord {
  body: string;
  messageId: number;
  expiresAt: number;
}

// A write waits in the queue for far less than this, so whatever its first look-up missed is still in memory.
const KEEP_IN_MEMORY_MS = 120_000;

export class Idempotency implements Projection {
  #recent = new Map<string, IdempotencyRecord>();
  #older = new Map<string, IdempotencyRecord>();
  #turnedAt = 0;
  #pending = new Map<string, IdempotencyRecord>();
  #laying = new Map<string, IdempotencyRecord>();

  constructor(private readonly reader: Deno.Kv, private readonly now: () => number) {}

  async find(key: string): Promise<IdempotencyRecord | null> {
    const known = this.recent(key);
    if (known !== null) return known;
    const { value } = await this.reader.get<IdempotencyRecord>(idempotencyRow(key));
    return value !== null && value.expiresAt > this.now() ? value : null;
  }

  recent(key: string): IdempotencyRecord | null {
    const record = this.#recent.get(key) ?? this.#older.get(key) ?? this.#pending.get(key) ??
      this.#laying.get(key);
    return record !== undefined && record.expiresAt > this.now() ? record : null;
  }

  /** Takes the marks of an entry into account and returns what takes that back. */
  admit(entry: MessageEntry): (() => void) | null {
    if (entry.idempotency === undefined) return null;
    this.#turn();
    for (const { key, body, expiresAt } of entry.idempotency) {
      const record = { body, messageId: entry.id, expiresAt };
      this.#recent.set(key, record);
      this.#pending.set(key, record);
    }
    return () => {
      for (const { key } of entry.idempotency!) {
        this.#recent.delete(key);
        this.#pending.delete(key);
      }
    };
  }

  stage(): void {
    for (const [key, record] of this.#pending) this.#laying.set(key, record);
    this.#pending = new Map();
  }

  lay(): Write[] {
    const now = this.now();
    return [...this.#laying].map(([key, record]) => ({
      key: idempotencyRow(key),
      value: record,
      expireIn: Math.max(1, record.expiresAt - now),
    }));
  }

  settle(laid: boolean): void {
    if (laid) this.#laying = new Map();
  }

  forget(mark: number): void {
    for (const map of [this.#pending, this.#laying]) {
      for (const [key, record] of map) if (record.messageId <= mark) map.delete(key);
    }
  }

  #turn(): void {
    const now = this.now();
    if (now - this.#turnedAt < KEEP_IN_MEMORY_MS) return;
    this.#older = this.#recent;
    this.#recent = new Map();
    this.#turnedAt = now;
  }
}
