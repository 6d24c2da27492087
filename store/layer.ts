// The background writer: lays the projections down, all up to one mark, and remembers the mark. What it writes twice
// changes nothing; what it never wrote is derived again from the log at the next start.
import type { Journal } from "./journal.ts";
import { MARK } from "./keys.ts";
import type { Projection, Write } from "./projection.ts";
import { sizeOf } from "./sizes.ts";

const WRITES_PER_COMMIT = 400;
const BYTES_PER_COMMIT = 500_000;
const KEY_BYTES = 100;
const LEASE_MS = 10_000;

interface Mark {
  id: number;
  /** Who is laying down in several commits, until when. */
  holder?: string;
  until?: number;
}

export interface LayerOptions {
  reader: Deno.Kv;
  writer: Deno.Kv;
  writerId: string;
  now: () => number;
}

export class Layer {
  #mark = 0;
  #versionstamp: string | null = null;
  #laying: Promise<void> | null = null;

  constructor(
    private readonly options: LayerOptions,
    private readonly journal: Journal,
    private readonly projections: readonly Projection[],
  ) {}

  get mark(): number {
    return this.#mark;
  }

  async load(): Promise<number> {
    const { value, versionstamp } = await this.options.reader.get<Mark>(MARK);
    this.#mark = value?.id ?? 0;
    this.#versionstamp = versionstamp;
    return this.#mark;
  }

  /** Lays down all that is committed now; calls that overlap share one run. */
  lay(): Promise<void> {
    this.#laying ??= this.#layNow().finally(() => this.#laying = null);
    return this.#laying;
  }

  async #layNow(): Promise<void> {
    let mark = 0;
    await this.journal.between(() => {
      mark = this.journal.headId;
      if (mark > this.#mark) { for (const projection of this.projections) projection.stage(); }
    });
    if (mark <= this.#mark) return;
    let laid = false;
    try {
      laid = await this.#write(mark);
    } finally {
      // Also where the store refused: what was not laid down stays to be laid down.
      for (const projection of this.projections) projection.settle(laid);
    }
    if (!laid) await this.#learn();
  }

  async #write(mark: number): Promise<boolean> {
    const writes: Write[] = [];
    for (const projection of this.projections) writes.push(...await projection.lay());
    const parts = inParts(writes);
    const { writerId, now } = this.options;
    for (const [index, part] of parts.entries()) {
      const last = index === parts.length - 1;
      const value: Mark = last
        ? { id: mark }
        : { id: this.#mark, holder: writerId, until: now() + LEASE_MS };
      const commit = this.options.writer.atomic().check({
        key: MARK,
        versionstamp: this.#versionstamp,
      });
      for (const { key, value, expireIn } of part) commit.set(key, value, { expireIn });
      const result = await commit.set(MARK, value).commit();
      if (!result.ok) return false;
      this.#versionstamp = result.versionstamp;
    }
    this.#mark = mark;
    return true;
  }

  // Another process laid down, or is at it: what it has done need not be done here.
  async #learn(): Promise<void> {
    const { value, versionstamp } = await this.options.reader.get<Mark>(MARK);
    if (value === null) return;
    if (value.until !== undefined && value.until > this.options.now()) return;
    this.#mark = value.id;
    this.#versionstamp = versionstamp;
    for (const projection of this.projections) projection.forget(value.id);
  }
}

function inParts(writes: Write[]): Write[][] {
  const parts: Write[][] = [[]];
  let bytes = 0;
  for (const write of writes) {
    const size = KEY_BYTES + sizeOf(write.value);
    if (parts.at(-1)!.length >= WRITES_PER_COMMIT || bytes + size > BYTES_PER_COMMIT) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(write);
    bytes += size;
  }
  return parts;
}
