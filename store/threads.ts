// Each thread's count of replies and the bots that take part in it. A thread is opened before a write concerns it, so that
// the plan of the write can look at it without waiting.
import type { Entry, MessageEntry } from "./entries.ts";
import { eventsOf, threadOf } from "./entries.ts";
import { threadRow } from "./keys.ts";
import type { Messages } from "./messages.ts";
import type { Projection, Write } from "./projection.ts";

interface ThreadRow {
  count: number;
  last: number;
  bots: number[];
}

export interface Thread {
  rootId: number;
  chatId: number;
  count: number;
  last: number;
  /** The bots (by ref) that have replied here or were triggered here. */
  bots: Set<number>;
  /** The newest entry that this process has taken in; 0 where it has only read the row. */
  newest: number;
}

const KEPT = 20_000;

export class Threads implements Projection {
  readonly #threads = new Map<number, Thread>();
  readonly #opening = new Map<number, Promise<Thread | null>>();
  #dirty = new Set<Thread>();
  #laying = new Map<Thread, ThreadRow>();

  constructor(
    private readonly reader: Deno.Kv,
    private readonly messages: Messages,
    private readonly refOfBot: (id: string) => number | null,
    private readonly kept = KEPT,
  ) {}

  /** The thread beneath a root, or null where that id is no root message. */
  async open(rootId: number): Promise<Thread | null> {
    const known = this.#threads.get(rootId);
    if (known !== undefined) {
      // Among the newest again, so that it is there when the write is planned and published.
      this.#threads.delete(rootId);
      this.#threads.set(rootId, known);
      return known;
    }
    let opening = this.#opening.get(rootId);
    if (opening === undefined) {
      opening = this.#read(rootId).finally(() => this.#opening.delete(rootId));
      this.#opening.set(rootId, opening);
    }
    return await opening;
  }

  /** The thread where it is in memory. */
  known(rootId: number): Thread | null {
    return this.#threads.get(rootId) ?? null;
  }

  /** A thread that was opened before. */
  get(rootId: number): Thread {
    const thread = this.#threads.get(rootId);
    if (thread === undefined) throw new Error(`Cannot look at thread ${rootId}: it was not opened`);
    return thread;
  }

  /** The bots that the entry brings into its thread; returns what takes that back. */
  admit(entry: Entry): (() => void) | null {
    const rootId = threadOf(entry);
    if (rootId === null) return null;
    const { bots } = this.get(rootId);
    const joining = this.#botsOf(entry).filter((bot) => !bots.has(bot));
    for (const bot of joining) bots.add(bot);
    return joining.length === 0 ? null : () => joining.forEach((bot) => bots.delete(bot));
  }

  publish(entry: Entry): void {
    const rootId = threadOf(entry);
    if (rootId === null) return;
    const thread = this.get(rootId);
    this.#dirty.add(thread);
    thread.newest = Math.max(thread.newest, entry.id);
    if (entry.kind !== "message" || entry.id <= thread.last) return;
    thread.count++;
    thread.last = entry.id;
  }

  /** How many replies each root of one chat between two ids has; roots without replies are missing. */
  async counts(chatId: number, first: number, last: number): Promise<Map<number, number>> {
    const range = { start: threadRow(chatId, first), end: threadRow(chatId, last + 1) };
    const counts = new Map<number, number>();
    const known = [...this.#dirty, ...this.#laying.keys()];
    for await (const { key, value } of this.reader.list<ThreadRow>(range, { batchSize: 200 })) {
      counts.set(key[2] as number, value.count);
    }
    for (const { chatId: chat, rootId, count } of known) {
      if (chat === chatId && rootId >= first && rootId <= last) counts.set(rootId, count);
    }
    return counts;
  }

  stage(): void {
    for (const thread of this.#dirty) {
      const { count, last, bots } = thread;
      this.#laying.set(thread, { count, last, bots: [...bots] });
    }
    this.#dirty = new Set();
  }

  lay(): Write[] {
    return [...this.#laying].map(([{ chatId, rootId }, row]) => ({
      key: threadRow(chatId, rootId),
      value: row,
    }));
  }

  settle(laid: boolean): void {
    if (laid) this.#laying = new Map();
    else for (const thread of this.#laying.keys()) this.#dirty.add(thread);
    this.#evict();
  }

  forget(mark: number): void {
    for (const threads of [this.#dirty, this.#laying]) {
      for (const thread of threads.keys()) if (thread.newest <= mark) threads.delete(thread);
    }
  }

  async #read(rootId: number): Promise<Thread | null> {
    const root = await this.messages.get(rootId);
    if (root === null || root.parentId !== null) return null;
    const { value } = await this.reader.get<ThreadRow>(threadRow(root.chatId, rootId));
    const bots = new Set([...value?.bots ?? [], ...this.#botsOf(root)]);
    const { count, last } = value ?? { count: 0, last: 0 };
    const thread = { rootId, chatId: root.chatId, count, last, bots, newest: 0 };
    this.#threads.set(rootId, thread);
    return thread;
  }

  #botsOf(entry: Entry): number[] {
    const bots = eventsOf(entry).map(([bot]) => bot);
    const author = entry.kind === "message" ? this.#botOf(entry) : null;
    return author === null ? bots : [...bots, author];
  }

  #botOf({ author }: MessageEntry): number | null {
    return author.kind === "bot" ? this.refOfBot(author.id) : null;
  }

  // The oldest go first. What was opened for a write in the queue is among the newest.
  #evict(): void {
    for (const [rootId, thread] of this.#threads) {
      if (this.#threads.size <= this.kept) return;
      if (!this.#dirty.has(thread)) this.#threads.delete(rootId);
    }
  }
}
