// The writes of one commit: filled plan by plan, each of which can be taken back alone.
import type { Entry, MessageEntry, NewEntry } from "./entries.ts";
import { logRow, tableRow } from "./keys.ts";
import type { Write } from "./projection.ts";
import { idOf, type Put } from "./records.ts";
import { encodeEntry, MAX_ROW_BYTES } from "./rows.ts";
import { ChangeTooLarge, RowTooLarge } from "./errors.ts";
import { sizeOf } from "./sizes.ts";

// One atomic operation takes 1,000 writes and 819,200 bytes. A batch is full at the first of each, and what the last plan
// adds to a batch that was almost full must still fit.
export const FULL_WRITES = 400;
export const FULL_BYTES = 450_000;
export const MAX_PLAN_WRITES = 500;
export const MAX_PLAN_BYTES = 300_000;
const KEY_BYTES = 100;

type Undo = () => void;

/** What an entry or a change does to the state that plans look at. */
export interface Admission {
  admit(entry: Entry): Undo[];
  apply(put: Put): Undo;
}

export type Mutation = Write | { key: Deno.KvKey; removed: true };

/** What a plan may do. A plan is synchronous, sees every commit before its own, and throws to refuse. */
export interface Draft {
  /** The time of the commit, in milliseconds. */
  readonly at: number;
  /** The id that the next entry gets. */
  readonly nextId: number;
  append<E extends NewEntry>(entry: E): E & { id: number; at: number };
  /** Gives an existing message of the log its final form. */
  rewrite(message: MessageEntry): void;
  /** Writes a row of the store's own in the same commit. */
  also(mutation: Mutation): void;
}

export class Batch implements Draft {
  readonly entries: Entry[] = [];
  readonly mutations: Mutation[] = [];
  #undo: Undo[] = [];
  bytes = 0;

  constructor(
    readonly at: number,
    private readonly firstId: number,
    private readonly admission: Admission,
  ) {}

  get nextId(): number {
    return this.firstId + this.entries.length;
  }
  get lastId(): number {
    return this.nextId - 1;
  }
  get isFull(): boolean {
    return this.bytes > FULL_BYTES || this.mutations.length > FULL_WRITES;
  }

  append<E extends NewEntry>(unplaced: E): E & { id: number; at: number } {
    const entry = { ...unplaced, id: this.nextId, at: this.at };
    const placed = entry as unknown as Entry;
    this.#write(logRow(entry.id), placed);
    if (placed.kind === "change") { for (const put of placed.puts) this.#put(put); }
    this.entries.push(placed);
    this.#undo.push(...this.admission.admit(placed));
    return entry;
  }

  rewrite(message: MessageEntry): void {
    this.#write(logRow(message.id), message);
  }

  also(mutation: Mutation): void {
    this.bytes += KEY_BYTES + ("removed" in mutation ? 0 : sizeOf(mutation.value));
    this.mutations.push(mutation);
  }

  /** Runs one plan; what it did is taken back if it throws, or is more than one commit takes. */
  run<T>(plan: (draft: Draft) => T): T {
    const { entries, mutations, bytes } = this;
    const mark = [entries.length, mutations.length, this.#undo.length] as const;
    try {
      const value = plan(this);
      const [writes, size] = [mutations.length - mark[1], this.bytes - bytes];
      if (writes > MAX_PLAN_WRITES || size > MAX_PLAN_BYTES) throw new ChangeTooLarge(writes, size);
      return value;
    } catch (error) {
      this.#takeBack(mark[2]);
      entries.length = mark[0];
      mutations.length = mark[1];
      this.bytes = bytes;
      throw error;
    }
  }

  /** Takes back all that the plans of this batch did to the state in memory. */
  undo(): void {
    this.#takeBack(0);
  }

  #takeBack(length: number): void {
    while (this.#undo.length > length) this.#undo.pop()!();
  }

  #write(key: Deno.KvKey, entry: Entry): void {
    const value = encodeEntry(entry);
    if (value.length > MAX_ROW_BYTES) throw new RowTooLarge(value.length, MAX_ROW_BYTES);
    this.bytes += value.length;
    this.mutations.push({ key, value });
  }

  #put(put: Put): void {
    this.#undo.push(this.admission.apply(put));
    const key = tableRow(put.table, idOf(put.table, put.record as never));
    this.also(put.removed ? { key, removed: true } : { key, value: put.record });
  }
}
