// Attempts at something that must not be guessed, in sliding windows: a row for each key, looked at and counted in one
// commit, so that a limit holds over all processes and restarts.
import { attemptsRow } from "./keys.ts";
import { SlidingWindow } from "./windows.ts";

type Parts = [number, number][];
type Row = Deno.KvEntryMaybe<Parts>;

export interface AttemptLimit {
  key: string;
  limit: number;
}

export class Attempts {
  /** Attempts here go one after the other: those of other processes are the only ones that a commit can meet. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly reader: Deno.Kv,
    private readonly writer: Deno.Kv,
    private readonly windowMs: number,
  ) {}

  /** Counts an attempt under every key, or, where one of them has too many, none; tells how many milliseconds to wait. */
  take(limits: readonly AttemptLimit[], at: number): Promise<number> {
    return this.#change(limits.map(({ key }) => key), (windows) => {
      const free = windows.map((window, index) => window.freeAt(limits[index]!.limit, at) - at);
      const wait = Math.max(...free);
      if (wait <= 0) { for (const window of windows) window.add(at); }
      return { value: wait, isChanged: wait <= 0 };
    });
  }

  /** Takes an attempt back that was none. */
  async giveBack(keys: readonly string[], at: number): Promise<void> {
    await this.#change(keys, (windows) => {
      for (const window of windows) window.remove(at);
      return { value: 0, isChanged: true };
    });
  }

  #change(
    keys: readonly string[],
    change: (windows: SlidingWindow[]) => { value: number; isChanged: boolean },
  ): Promise<number> {
    const changed = this.#last.then(() => this.#changeNow(keys.map(attemptsRow), change));
    this.#last = changed.catch(() => {
      // Told to whoever asked for it.
    });
    return changed;
  }

  async #changeNow(
    keys: Deno.KvKey[],
    change: (windows: SlidingWindow[]) => { value: number; isChanged: boolean },
  ): Promise<number> {
    for (;;) {
      const rows: Row[] = await this.reader.getMany<Parts[]>(keys, { consistency: "strong" });
      const windows = rows.map(({ value }) => this.#windowOf(value));
      const { value, isChanged } = change(windows);
      if (!isChanged) return value;
      const commit = this.writer.atomic().check(...rows);
      for (const [index, window] of windows.entries()) {
        commit.set(keys[index]!, window.parts(), { expireIn: 2 * this.windowMs });
      }
      if ((await commit.commit()).ok) return value;
    }
  }

  #windowOf(parts: Parts | null): SlidingWindow {
    const window = new SlidingWindow(this.windowMs);
    if (parts !== null) window.restore(parts);
    return window;
  }
}
