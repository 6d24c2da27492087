// The store: opens it, takes in its log, and keeps what is derived from it up to date.
import { monotonicFactory } from "ulid";
import { Attempts } from "./attempts.ts";
import type { Draft } from "./batch.ts";
import { BlockList } from "./block_list.ts";
import { Cursors } from "./cursors.ts";
import { Deliveries } from "./deliveries.ts";
import { Directory } from "./directory.ts";
import { type Entry, eventsOf, threadOf } from "./entries.ts";
import { Feed } from "./feed.ts";
import { Generating } from "./generating.ts";
import { Hops } from "./hops.ts";
import { Idempotency } from "./idempotency.ts";
import { Journal, type Reader } from "./journal.ts";
import { HEAD, PROBE, TABLES } from "./keys.ts";
import { type KvHandles, openKv } from "./kv.ts";
import { Layer } from "./layer.ts";
import { Messages } from "./messages.ts";
import { migrate } from "./migrations.ts";
import { PeopleRows } from "./people_rows.ts";
import { RateWindows } from "./rate_windows.ts";
import type { Put } from "./records.ts";
import { Threads } from "./threads.ts";

export interface StoreOptions {
  /** A folder, `:memory:`, a KV Connect address, or null for the platform's own store. */
  data: string | null;
  now?: () => number;
  maxQueue?: number;
  report?: (error: unknown) => void;
}

const LAY_EVERY_MS = 500;
const FOLLOW_EVERY_MS = 100;
/** The window in which attempts to sign in count. */
export const SIGN_IN_WINDOW_MS = 5 * 60_000;
/** An event code takes the low bits of a listed event, the id of its log entry the rest. */
const CODES = 64;

export class Store {
  readonly directory = new Directory();
  readonly messages: Messages;
  readonly threads: Threads;
  readonly timelines: BlockList;
  readonly replies: BlockList;
  readonly audit: BlockList;
  readonly events: BlockList;
  readonly cursors: Cursors;
  readonly hops = new Hops();
  readonly windows: RateWindows;
  readonly idempotency: Idempotency;
  readonly generating: Generating;
  readonly deliveries: Deliveries;
  readonly people: PeopleRows;
  readonly signIns: Attempts;
  readonly feed: Feed;
  readonly journal: Journal;
  readonly #layer: Layer;
  readonly #stop = new AbortController();
  readonly #report: (error: unknown) => void;
  readonly #loops: Promise<void>[] = [];
  #lastTrim = 0;

  static async open(options: StoreOptions): Promise<Store> {
    const handles = await openKv(options.data);
    const store = new Store(handles, options);
    try {
      await migrate(handles.writer);
      await store.#load();
    } catch (error) {
      handles.close();
      throw error;
    }
    store.#start();
    return store;
  }

  private constructor(private readonly handles: KvHandles, private readonly options: StoreOptions) {
    const { reader, writer, shared } = handles;
    const now = this.now = options.now ?? Date.now;
    this.#report = options.report ?? (() => {});
    const list = (name: string) => new BlockList(reader, now, { name, positions: "values" });
    const eventList = { name: "e", positions: "ordinals" as const, logId: logIdOf };
    this.messages = new Messages(reader);
    this.threads = new Threads(reader, this.messages, (id) => this.directory.bot(id)?.ref ?? null);
    this.timelines = list("c");
    this.replies = list("t");
    this.audit = list("a");
    this.events = new BlockList(reader, now, eventList);
    this.cursors = new Cursors(reader, writer);
    this.windows = new RateWindows(reader);
    this.idempotency = new Idempotency(reader, now);
    this.generating = new Generating(reader, writer, shared);
    this.deliveries = new Deliveries(reader, writer);
    this.people = new PeopleRows(reader, writer);
    this.signIns = new Attempts(reader, writer, SIGN_IN_WINDOW_MS);
    this.feed = new Feed(this.#report);
    const writerId = monotonicFactory()();
    const maxQueue = options.maxQueue ?? 10_000;
    this.journal = new Journal({ reader, writer, writerId, now, maxQueue }, this.#reader());
    this.#layer = new Layer({ reader, writer, writerId, now }, this.journal, [
      this.threads,
      this.timelines,
      this.replies,
      this.audit,
      this.events,
      this.cursors,
      this.windows,
      this.idempotency,
    ]);
  }

  readonly now: () => number;

  get shared(): boolean {
    return this.handles.shared;
  }
  /** The file of the store, or null where it has none. */
  get file(): string | null {
    return this.handles.file;
  }
  get mark(): number {
    return this.#layer.mark;
  }

  write<T>(plan: (draft: Draft) => T): Promise<T> {
    return this.journal.write(plan);
  }

  /** Takes in what other processes have committed; nothing to do where there are none. */
  async refresh(): Promise<void> {
    if (this.shared) await this.journal.refresh();
  }

  /** Proves that the store takes writes. */
  async probe(): Promise<void> {
    await this.handles.writer.set(PROBE, this.now());
  }

  /** Follows the texts that other processes write to these threads, until stopped. */
  followThreads(threads: () => ReadonlySet<number>): void {
    if (!this.shared) return;
    this.#every(FOLLOW_EVERY_MS, async () => {
      const wanted = threads();
      if (wanted.size > 0) await this.generating.follow(wanted);
    });
  }

  /** Drops a bot's events older than a time, whole blocks of them. */
  async trimEvents(olderThan: number): Promise<void> {
    if (this.now() - this.#lastTrim < 60_000) return;
    this.#lastTrim = this.now();
    for (const { ref } of this.directory.bots()) {
      const latest = this.cursors.latest(ref);
      const oldest = await this.events.trim(ref, olderThan, this.handles.writer);
      this.cursors.trimmed(ref, oldest ?? latest + 1);
    }
  }

  /** Lays down all that is derived and saves all that waits. */
  async settle(): Promise<void> {
    await this.#layer.lay();
    await this.cursors.saveAcks();
    await this.generating.save();
    await this.deliveries.save();
  }

  async close(): Promise<void> {
    await this.journal.drain();
    this.#stop.abort();
    await Promise.allSettled(this.#loops);
    await this.settle();
    this.handles.close();
  }

  async #load(): Promise<void> {
    const rows = this.handles.reader.list({ prefix: TABLES }, { batchSize: 1000 });
    for await (const { key, value } of rows) {
      this.directory.apply({ table: key[1], record: value } as Put);
    }
    await Promise.all([this.cursors.load(), this.windows.load(), this.generating.load()]);
    await this.journal.replay(await this.#layer.load());
  }

  #start(): void {
    this.#every(LAY_EVERY_MS, () => this.settle());
    if (this.shared) this.#loops.push(this.#watch());
  }

  #every(ms: number, run: () => Promise<void>): void {
    const { signal } = this.#stop;
    const loop = async () => {
      while (!signal.aborted) {
        await pause(ms, signal);
        if (!signal.aborted) await run().catch(this.#report);
      }
    };
    this.#loops.push(loop());
  }

  // A watch wakes at once; a slow poll stands behind it, for the wake-ups that are lost.
  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    this.#every(1000, () => this.journal.refresh());
    while (!signal.aborted) {
      const watch = this.handles.reader.watch([HEAD]).getReader();
      const cancel = () => void watch.cancel().catch(() => {});
      signal.addEventListener("abort", cancel, { once: true });
      try {
        while (!(await watch.read()).done) await this.journal.refresh();
      } catch (error) {
        this.#report(error);
        await pause(1000, signal);
      } finally {
        signal.removeEventListener("abort", cancel);
      }
    }
  }

  #reader(): Reader {
    return {
      prepare: async (entries) => {
        for (const entry of entries) {
          const rootId = threadOf(entry);
          if (rootId !== null) await this.threads.open(rootId);
          if (entry.kind === "final") {
            entry.message = await this.messages.get(entry.messageId) ?? undefined;
          }
        }
      },
      apply: (put) => this.directory.apply(put),
      admit: (entry) => this.#admit(entry),
      publish: (entries) => this.#publish(entries),
    };
  }

  #admit(entry: Entry): (() => void)[] {
    const undo: ((() => void) | null)[] = [this.threads.admit(entry), this.cursors.admit(entry)];
    this.hops.admit(entry);
    if (entry.kind === "message") {
      undo.push(this.windows.admit(entry), this.idempotency.admit(entry));
    } else if (entry.kind === "final") undo.push(this.generating.finish(entry.messageId));
    return undo.filter((take) => take !== null);
  }

  #publish(entries: readonly Entry[]): void {
    for (const entry of entries) this.#take(entry);
    this.feed.publish(entries);
  }

  #take(entry: Entry): void {
    this.messages.remember(entry);
    this.threads.publish(entry);
    this.cursors.publish(entry);
    if (entry.kind === "message") {
      this.generating.publish(entry);
      if (entry.parentId === null) this.timelines.append(entry.chatId, entry.id);
      else this.replies.append(entry.parentId, entry.id);
    } else if (entry.kind === "final") {
      this.generating.ended(entry.messageId);
      if (entry.message !== undefined) this.messages.remember(entry.message);
    } else if (entry.kind === "change" && entry.audit !== undefined) {
      this.audit.append("all", entry.id);
    }
    for (const [bot, seq, code] of eventsOf(entry)) {
      this.events.append(bot, entry.id * CODES + code, seq);
    }
  }
}

export const logIdOf = (value: number): number => Math.floor(value / CODES);
export const codeOf = (value: number): number => value % CODES;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
