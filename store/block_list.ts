// Append-only lists of numbers, one for each owner (the roots of a chat, the replies of a thread, the events of a bot), kept
// in blocks. What the log holds beyond the mark is an overlay in memory; the background writer lays it down.
//
// A value has a position that grows along its list: the value itself (message ids), or its ordinal (a bot's seq).
import { blockRow, blocksOf } from "./keys.ts";
import type { Projection, Write } from "./projection.ts";

const BLOCK_SIZE = 400;
const TAILS_KEPT = 20_000;
const END = Number.MAX_SAFE_INTEGER;

type Owner = number | string;
export interface Item {
  position: number;
  value: number;
}
interface Block {
  /** The ordinal of the first value, from 1. */
  first: number;
  values: number[];
  /** When the newest value was laid down. */
  at: number;
}
/** What the log holds beyond the mark; where positions are the values, both are the same list. */
interface Tail {
  positions: number[];
  values: number[];
}
type Overlay = Map<Owner, Tail>;

export interface BlockListOptions {
  name: string;
  positions: "values" | "ordinals";
  /** The log id that a value stands for. */
  logId?: (value: number) => number;
}

export class BlockList implements Projection {
  #pending: Overlay = new Map();
  #laying: Overlay = new Map();
  readonly #tails = new Map<Owner, Block>();

  constructor(
    private readonly reader: Deno.Kv,
    private readonly now: () => number,
    private readonly options: BlockListOptions,
  ) {}

  append(owner: Owner, value: number, ordinal = 0): void {
    let tail = this.#pending.get(owner);
    if (tail === undefined) this.#pending.set(owner, tail = this.#newTail());
    tail.values.push(value);
    if (tail.positions !== tail.values) tail.positions.push(ordinal);
  }

  /** The newest `limit` items before a position, oldest first. */
  async before(owner: Owner, position: number, limit: number): Promise<Item[]> {
    const overlay = this.#overlay(owner).filter((item) => item.position < position);
    if (overlay.length >= limit) return overlay.slice(-limit);
    let base: Item[] = [];
    for await (const block of this.#blocks(owner, { end: position, reverse: true })) {
      base = [...this.#items(block).filter((item) => item.position < position), ...base];
      if (base.length >= limit) break;
    }
    return join(base, overlay).slice(-limit);
  }

  /** The oldest `limit` items after a position, oldest first. */
  async after(owner: Owner, position: number, limit: number): Promise<Item[]> {
    const overlay = this.#overlay(owner).filter((item) => item.position > position);
    const base: Item[] = [];
    const holder = await this.#blockAt(owner, position);
    const start = holder === null ? 0 : this.#anchor(holder);
    for await (const block of this.#blocks(owner, { start })) {
      base.push(...this.#items(block).filter((item) => item.position > position));
      if (base.length >= limit) break;
    }
    return join(base, overlay).slice(0, limit);
  }

  /** How many items stand at or before a position. */
  async rank(owner: Owner, position: number): Promise<number> {
    const overlay = this.#overlay(owner).filter((item) => item.position <= position);
    const block = await this.#blockAt(owner, position);
    if (block === null) return overlay.length;
    const items = this.#items(block).filter((item) => item.position <= position);
    const last = items.at(-1)?.position ?? 0;
    const newer = overlay.filter((item) => item.position > last).length;
    return block.first - 1 + items.length + newer;
  }

  /** Removes the blocks that hold nothing newer than a time; tells the position of the oldest value left. */
  async trim(owner: Owner, olderThan: number, writer: Deno.Kv): Promise<number | null> {
    let oldest: number | null = null;
    for await (const entry of this.#entries(owner, {})) {
      if (entry.value.at >= olderThan) {
        oldest = this.#items(entry.value)[0]?.position ?? null;
        break;
      }
      this.#tails.delete(owner);
      // Checked: the background writer may have added to the newest block since it was read.
      const { ok } = await writer.atomic().check(entry).delete(entry.key).commit();
      if (!ok) return this.#items(entry.value)[0]?.position ?? null;
    }
    return oldest ?? this.#overlay(owner)[0]?.position ?? null;
  }

  stage(): void {
    for (const owner of this.#pending.keys()) {
      this.#laying.set(owner, this.#tailOf(this.#overlay(owner)));
    }
    this.#pending = new Map();
  }

  async lay(): Promise<Write[]> {
    const writes: Write[] = [];
    for (const [owner, laying] of this.#laying) {
      const items = itemsOf(laying);
      const tail = this.#tails.get(owner) ?? await this.#blockAt(owner, END);
      for (const block of this.#extend(tail, items)) {
        const key = blockRow(this.options.name, owner, this.#anchor(block));
        writes.push({ key, value: block });
        this.#keepTail(owner, block);
      }
    }
    return writes;
  }

  settle(laid: boolean): void {
    if (laid) this.#laying = new Map();
    else this.#tails.clear();
  }

  forget(mark: number): void {
    const logId = this.options.logId ?? ((value: number) => value);
    this.#tails.clear();
    for (const overlay of [this.#pending, this.#laying]) {
      for (const [owner, tail] of overlay) {
        const left = itemsOf(tail).filter((item) => logId(item.value) > mark);
        if (left.length === 0) overlay.delete(owner);
        else overlay.set(owner, this.#tailOf(left));
      }
    }
  }

  #extend(tail: Block | null, items: Item[]): Block[] {
    const at = this.now();
    const byOrdinal = this.options.positions === "ordinals";
    let block: Block = tail === null
      ? { first: byOrdinal ? items[0]!.position : 1, values: [], at }
      : { ...tail, values: [...tail.values] };
    let last = tail === null ? 0 : this.#items(tail).at(-1)!.position;
    const changed: Block[] = [];
    for (const { position, value } of items) {
      // Laid down before: deriving twice changes nothing.
      if (position <= last) continue;
      if (block.values.length >= BLOCK_SIZE) {
        block = { first: block.first + block.values.length, values: [], at };
      }
      if (changed.at(-1) !== block) changed.push(block);
      block.values.push(value);
      block.at = at;
      last = position;
    }
    return changed;
  }

  #keepTail(owner: Owner, block: Block): void {
    if (this.#tails.size >= TAILS_KEPT) this.#tails.clear();
    this.#tails.set(owner, block);
  }

  #overlay(owner: Owner): Item[] {
    const [laying, pending] = [this.#laying.get(owner), this.#pending.get(owner)];
    return [...laying ? itemsOf(laying) : [], ...pending ? itemsOf(pending) : []];
  }

  #newTail(): Tail {
    const values: number[] = [];
    return { values, positions: this.options.positions === "values" ? values : [] };
  }

  #tailOf(items: readonly Item[]): Tail {
    const tail = this.#newTail();
    for (const { position, value } of items) {
      tail.values.push(value);
      if (tail.positions !== tail.values) tail.positions.push(position);
    }
    return tail;
  }

  #anchor(block: Block): number {
    return this.options.positions === "values" ? block.values[0]! : block.first;
  }

  #items(block: Block): Item[] {
    if (this.options.positions === "values") {
      return block.values.map((value) => ({ position: value, value }));
    }
    return block.values.map((value, index) => ({ position: block.first + index, value }));
  }

  async #blockAt(owner: Owner, position: number): Promise<Block | null> {
    const end = Math.min(position, END - 1) + 1;
    for await (const block of this.#blocks(owner, { end, reverse: true })) return block;
    return null;
  }

  async *#blocks(owner: Owner, range: BlockRange): AsyncGenerator<Block> {
    for await (const entry of this.#entries(owner, range)) yield entry.value;
  }

  #entries(owner: Owner, { start = 0, end = END, reverse = false }: BlockRange) {
    const prefix = blocksOf(this.options.name, owner);
    return this.reader.list<Block>(
      { start: [...prefix, start], end: [...prefix, Math.min(end, END)] },
      { reverse, batchSize: 2 },
    );
  }
}

function itemsOf({ positions, values }: Tail): Item[] {
  return values.map((value, index) => ({ position: positions[index]!, value }));
}

interface BlockRange {
  start?: number;
  end?: number;
  reverse?: boolean;
}

// The overlay was taken before the base was read, so between them nothing is missing; what is in both is the base's.
function join(base: Item[], overlay: Item[]): Item[] {
  const last = base.at(-1)?.position ?? 0;
  return [...base, ...overlay.filter((item) => item.position > last)];
}
