// The one writer. Plans that wait are run together and committed in one atomic operation, which checks the head of the log:
// if another process has committed since, its entries are read first and the plans run again on what is true now.
import { spanned } from "../spans.ts";
import { setImmediate } from "node:timers";
import { type Admission, Batch, type Draft, FULL_WRITES } from "./batch.ts";
import type { Entry } from "./entries.ts";
import { QueueFull } from "./errors.ts";
import { HEAD, logRow } from "./keys.ts";
import { decodeEntry, type Row } from "./rows.ts";

const ATTEMPTS = 50;

interface Head {
  id: number;
  writer: string;
  batch: number;
}

interface Task {
  plan: (draft: Draft) => unknown;
  resolve: (value: never) => void;
  reject: (error: unknown) => void;
}
type Planned = Task & { value: unknown };

/** Takes in what was committed, here or elsewhere. */
export interface Reader extends Admission {
  /** Makes ready for `admit` and `publish` what is not in memory. */
  prepare(entries: Entry[]): Promise<void>;
  publish(entries: Entry[]): void;
}

export interface JournalOptions {
  reader: Deno.Kv;
  writer: Deno.Kv;
  writerId: string;
  now: () => number;
  maxQueue: number;
}

export class Journal {
  #queue: Task[] = [];
  #between: (() => void)[] = [];
  #running = false;
  #batches = 0;
  #head: { id: number; versionstamp: string | null } = { id: 0, versionstamp: null };
  #behind = false;
  #caughtUp: PromiseWithResolvers<void> | null = null;
  commits = 0;
  conflicts = 0;

  constructor(private readonly options: JournalOptions, private readonly into: Reader) {}

  /** The newest log id that this process has taken in. */
  get headId(): number {
    return this.#head.id;
  }
  get waiting(): number {
    return this.#queue.length;
  }

  /** Takes in all that the log holds after the mark. */
  async replay(mark: number): Promise<void> {
    this.#head.id = mark;
    await this.#catchUp();
  }

  /** Queues a plan; resolves with what it returned once the commit that carries it is done. */
  write<T>(plan: (draft: Draft) => T): Promise<T> {
    if (this.#queue.length >= this.options.maxQueue) {
      return Promise.reject(new QueueFull(this.options.maxQueue));
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#queue.push({ plan, resolve, reject } as Task);
    this.#wake();
    return promise;
  }

  /** Runs something while no commit is under way. */
  between(run: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.#between.push(() => resolve(run()));
      this.#wake();
    });
  }

  /** Takes in what other processes have committed. */
  refresh(): Promise<void> {
    this.#behind = true;
    this.#caughtUp ??= Promise.withResolvers();
    this.#wake();
    return this.#caughtUp.promise;
  }

  async drain(): Promise<void> {
    while (this.#queue.length > 0 || this.#running) await this.between(() => {});
  }

  #wake(): void {
    if (this.#running) return;
    this.#running = true;
    // Once the requests that came together have queued their plans; a microtask would come before them.
    setImmediate(() => this.#run());
  }

  async #run(): Promise<void> {
    try {
      while (this.#queue.length > 0 || this.#between.length > 0 || this.#behind) {
        for (const run of this.#between.splice(0)) run();
        if (this.#behind) await this.#refreshNow();
        if (this.#queue.length > 0) {
          await this.#commitTogether(this.#queue.splice(0, FULL_WRITES));
        }
      }
    } finally {
      this.#running = false;
    }
  }

  async #refreshNow(): Promise<void> {
    const caughtUp = this.#caughtUp;
    this.#caughtUp = null;
    this.#behind = false;
    try {
      await this.#catchUp();
      caughtUp?.resolve();
    } catch (error) {
      caughtUp?.reject(error);
    }
  }

  async #commitTogether(tasks: Task[]): Promise<void> {
    let waiting = tasks;
    for (let attempt = 1; waiting.length > 0; attempt++) {
      const { now } = this.options;
      const batch = new Batch(now(), this.#head.id + 1, this.into);
      const { planned, left } = this.#plan(batch, waiting);
      try {
        if (await this.#commit(batch)) {
          for (const task of planned) task.resolve(task.value as never);
          waiting = left;
          attempt = 0;
          continue;
        }
        batch.undo();
        this.conflicts++;
        await this.#catchUp();
        waiting = [...planned, ...left];
        if (attempt >= ATTEMPTS) {
          throw new Error(`Cannot commit: ${attempt} attempts met other writers`);
        }
        // The other writer's turn, so that two busy processes do not starve each other.
        if (attempt > 2) {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * attempt));
        }
      } catch (error) {
        batch.undo();
        waiting = await this.#settleFailed(error, batch, planned, left);
      }
    }
  }

  #plan(batch: Batch, tasks: Task[]): { planned: Planned[]; left: Task[] } {
    const planned: Planned[] = [];
    for (const [index, task] of tasks.entries()) {
      if (batch.isFull) return { planned, left: tasks.slice(index) };
      try {
        planned.push({ ...task, value: batch.run(task.plan) });
      } catch (error) {
        task.reject(error);
      }
    }
    return { planned, left: [] };
  }

  async #commit(batch: Batch): Promise<boolean> {
    if (batch.mutations.length === 0) return true;
    const { writer, writerId } = this.options;
    const commit = writer.atomic().check({ key: HEAD, versionstamp: this.#head.versionstamp });
    for (const mutation of batch.mutations) {
      if ("removed" in mutation) commit.delete(mutation.key);
      else commit.set(mutation.key, mutation.value, { expireIn: mutation.expireIn });
    }
    const head: Head = { id: batch.lastId, writer: writerId, batch: ++this.#batches };
    const about = () => ({ "parley.mutations": batch.mutations.length });
    const result = await spanned("parley.commit", about, () => commit.set(HEAD, head).commit());
    if (!result.ok) return false;
    this.#took(batch, result.versionstamp);
    return true;
  }

  #took(batch: Batch, versionstamp: string): void {
    this.#head = { id: batch.lastId, versionstamp };
    this.commits++;
    this.into.publish(batch.entries);
  }

  // The store did not answer, or said no. Whether the commit happened is in the log; a batch that did not is tried once
  // more, one plan at a time, so that one write the store refuses takes no other with it.
  async #settleFailed(
    error: unknown,
    batch: Batch,
    planned: Planned[],
    left: Task[],
  ): Promise<Task[]> {
    try {
      const happened = await this.#happened(batch);
      await this.#catchUp();
      if (happened) {
        for (const task of planned) task.resolve(task.value as never);
        return left;
      }
    } catch {
      for (const task of [...planned, ...left]) task.reject(error);
      return [];
    }
    if (planned.length === 1) {
      planned[0]!.reject(error);
      return left;
    }
    for (const task of planned) await this.#commitTogether([task]);
    return left;
  }

  async #happened(batch: Batch): Promise<boolean> {
    const { reader, writerId } = this.options;
    const head = await reader.get<Head>(HEAD, { consistency: "strong" });
    if (head.value?.writer === writerId) return head.value.batch === this.#batches;
    const first = batch.mutations.find(({ key }) => key[0] === logRow(0)[0]);
    if (first === undefined || "removed" in first) return false;
    const row = await reader.get<Row>(first.key, { consistency: "strong" });
    const [stored, written] = [row.value ?? "", first.value as Row];
    return stored.length === written.length && String(stored) === String(written);
  }

  async #catchUp(): Promise<void> {
    const { reader } = this.options;
    const head = await reader.get<Head>(HEAD, { consistency: "strong" });
    if (head.value === null || head.versionstamp === this.#head.versionstamp) return;
    const range = { start: logRow(this.#head.id + 1), end: logRow(head.value.id + 1) };
    let entries: Entry[] = [];
    const takeIn = async () => {
      await this.into.prepare(entries);
      for (const entry of entries) {
        if (entry.kind === "change") { for (const put of entry.puts) this.into.apply(put); }
        this.into.admit(entry);
      }
      this.#head = {
        id: entries.at(-1)?.id ?? this.#head.id,
        versionstamp: this.#head.versionstamp,
      };
      this.into.publish(entries);
      entries = [];
    };
    for await (
      const row of reader.list<Row>(range, { batchSize: 500, consistency: "strong" })
    ) {
      entries.push(decodeEntry(row.value));
      if (entries.length >= 1000) await takeIn();
    }
    await takeIn();
    this.#head = { id: head.value.id, versionstamp: head.versionstamp };
  }
}
