// The sliding windows of all webhooks, laid down with the mark so that limits hold across restarts.
import type { MessageEntry } from "./entries.ts";
import { windowRow, WINDOWS } from "./keys.ts";
import type { Projection, Write } from "./projection.ts";
import { newWebhookWindows, type WebhookWindows } from "./windows.ts";

interface WindowRow {
  /** The newest entry counted. A crash may leave this row laid down and the mark behind it: what is replayed then must
   * not count again. */
  last?: number;
  minute: [number, number][];
  hour: [number, number][];
}

const HOUR_MS = 3_600_000;

export class RateWindows implements Projection {
  readonly #windows = new Map<string, WebhookWindows>();
  readonly #last = new Map<string, number>();
  #dirty = new Set<string>();
  #laying = new Map<string, WindowRow>();

  constructor(private readonly reader: Deno.Kv) {}

  async load(): Promise<void> {
    const rows = this.reader.list<WindowRow>({ prefix: WINDOWS }, { batchSize: 1000 });
    for await (const { key, value } of rows) {
      const windows = this.of(key[1] as string);
      windows.minute.restore(value.minute);
      windows.hour.restore(value.hour);
      this.#last.set(key[1] as string, value.last ?? 0);
    }
  }

  of(webhookId: string): WebhookWindows {
    let windows = this.#windows.get(webhookId);
    if (windows === undefined) this.#windows.set(webhookId, windows = newWebhookWindows());
    return windows;
  }

  admit(entry: MessageEntry): (() => void) | null {
    if (!entry.counted) return null;
    const { id } = entry.author;
    const last = this.#last.get(id) ?? 0;
    if (entry.id <= last) return null;
    const { minute, hour } = this.of(id);
    minute.add(entry.at);
    hour.add(entry.at);
    this.#last.set(id, entry.id);
    this.#dirty.add(id);
    return () => {
      this.#last.set(id, last);
      minute.remove(entry.at);
      hour.remove(entry.at);
    };
  }

  stage(): void {
    for (const id of this.#dirty) {
      const { minute, hour } = this.of(id);
      const last = this.#last.get(id);
      this.#laying.set(id, { last, minute: minute.parts(), hour: hour.parts() });
    }
    this.#dirty = new Set();
  }

  lay(): Write[] {
    return [...this.#laying].map(([id, row]) => ({
      key: windowRow(id),
      value: row,
      expireIn: 2 * HOUR_MS,
    }));
  }

  settle(laid: boolean): void {
    if (laid) this.#laying = new Map();
  }

  forget(): void {}
}
