// Each bot's place in its own row of events: the newest seq, the oldest still kept, and what the bot has acked.
import type { Entry, EventRef } from "./entries.ts";
import { eventsOf } from "./entries.ts";
import { ackRow, ACKS, cursorRow, CURSORS } from "./keys.ts";
import type { Projection, Write } from "./projection.ts";

interface Cursor {
  latest: number;
  oldest: number;
}

export class Cursors implements Projection {
  readonly #cursors = new Map<number, Cursor>();
  /** The newest seq given out in a commit that is not done yet. */
  readonly #ahead = new Map<number, number>();
  readonly #acks = new Map<number, number>();
  readonly #unsavedAcks = new Set<number>();
  #dirty = new Set<number>();
  #laying = new Map<number, Cursor>();

  constructor(private readonly reader: Deno.Kv, private readonly writer: Deno.Kv) {}

  async load(): Promise<void> {
    for await (const { key, value } of this.reader.list<Cursor>({ prefix: CURSORS }, LOAD)) {
      this.#cursors.set(key[1] as number, value);
    }
    for await (const { key, value } of this.reader.list<Deno.KvU64>({ prefix: ACKS }, LOAD)) {
      this.#acks.set(key[1] as number, Number(value.value));
    }
  }

  latest(bot: number): number {
    return this.#cursors.get(bot)?.latest ?? 0;
  }

  /** The oldest event that is kept, one past the latest where none is. */
  oldest(bot: number): number {
    return this.#cursors.get(bot)?.oldest ?? 1;
  }

  /** What the bot has acked, or null where it never did. */
  acked(bot: number): number | null {
    return this.#acks.get(bot) ?? null;
  }

  /** Gives each bot its next seq and returns what takes that back. */
  admit(entry: Entry): (() => void) | null {
    const events = eventsOf(entry);
    if (events.length === 0) return null;
    for (const [bot, seq] of events) this.#ahead.set(bot, seq);
    return () => {
      for (const [bot, seq] of events) this.#ahead.set(bot, seq - 1);
    };
  }

  /** The commit is done: its events are the newest that anybody may be told of. */
  publish(entry: Entry): void {
    for (const [bot, seq] of eventsOf(entry)) {
      if (this.#ahead.get(bot) === seq) this.#ahead.delete(bot);
      this.#advance(bot, seq);
    }
  }

  next(bots: readonly (readonly [bot: number, code: number])[]): readonly EventRef[] {
    if (bots.length === 0) return NONE;
    return bots.map(([bot, code]) => [bot, (this.#ahead.get(bot) ?? this.latest(bot)) + 1, code]);
  }

  ack(bot: number, seq: number): void {
    if (seq <= (this.#acks.get(bot) ?? -1)) return;
    this.#acks.set(bot, seq);
    this.#unsavedAcks.add(bot);
  }

  /** Reads what the bot may have acked at another process. */
  async refreshAck(bot: number): Promise<void> {
    const { value } = await this.reader.get<Deno.KvU64>(ackRow(bot));
    if (value !== null) {
      this.#acks.set(bot, Math.max(Number(value.value), this.#acks.get(bot) ?? 0));
    }
  }

  async saveAcks(): Promise<void> {
    const bots = [...this.#unsavedAcks].slice(0, 500);
    if (bots.length === 0) return;
    const commit = this.writer.atomic();
    for (const bot of bots) commit.max(ackRow(bot), BigInt(this.#acks.get(bot)!));
    for (const bot of bots) this.#unsavedAcks.delete(bot);
    try {
      await commit.commit();
    } catch (error) {
      for (const bot of bots) this.#unsavedAcks.add(bot);
      throw error;
    }
    await this.saveAcks();
  }

  trimmed(bot: number, oldest: number): void {
    const cursor = this.#cursors.get(bot);
    if (cursor === undefined || cursor.oldest >= oldest) return;
    cursor.oldest = oldest;
    this.#dirty.add(bot);
  }

  stage(): void {
    for (const bot of this.#dirty) this.#laying.set(bot, { ...this.#cursors.get(bot)! });
    this.#dirty = new Set();
  }

  lay(): Write[] {
    return [...this.#laying].map(([bot, cursor]) => ({ key: cursorRow(bot), value: cursor }));
  }

  settle(laid: boolean): void {
    if (laid) this.#laying = new Map();
  }

  // A cursor is the same whoever lays it down, so what is dirty here can be written again.
  forget(): void {}

  #advance(bot: number, seq: number): void {
    const cursor = this.#cursors.get(bot);
    if (cursor === undefined) this.#cursors.set(bot, { latest: seq, oldest: 1 });
    else if (seq > cursor.latest) cursor.latest = seq;
    this.#dirty.add(bot);
  }
}

const NONE: readonly EventRef[] = [];
const LOAD = { batchSize: 1000 };
