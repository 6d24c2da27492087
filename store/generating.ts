// The text of replies under generation. One process holds it in memory and saves it at least every second; processes that
// share a store write each change through, checked against what they read.
import type { MessageEntry } from "./entries.ts";
import { GENERATING, generatingRow } from "./keys.ts";

export interface GeneratingReply {
  messageId: number;
  chatId: number;
  parentId: number;
  botId: string;
  text: string;
  /** The text's length in UTF-8 bytes. */
  length: number;
  /** When its bot was last heard of. */
  touchedAt: number;
  /** Being finalized: no change is taken any more. */
  closing: boolean;
}

export interface GeneratingDelta extends GeneratingReply {
  offset: number;
  delta: string;
}

interface GeneratingRow extends Omit<GeneratingReply, "text" | "length"> {
  text: Uint8Array;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Generating {
  readonly #replies = new Map<number, GeneratingReply>();
  readonly #ending = new Map<number, GeneratingReply>();
  readonly #unsaved = new Set<number>();
  readonly #listeners = new Set<(delta: GeneratingDelta) => void>();

  constructor(
    private readonly reader: Deno.Kv,
    private readonly writer: Deno.Kv,
    private readonly shared: boolean,
  ) {}

  async load(): Promise<void> {
    for await (const { value } of this.reader.list<GeneratingRow>({ prefix: GENERATING })) {
      this.#replies.set(value.messageId, fromRow({ ...value, closing: false }));
    }
  }

  onDelta(listener: (delta: GeneratingDelta) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get(messageId: number): GeneratingReply | null {
    return this.#replies.get(messageId) ?? null;
  }

  all(): GeneratingReply[] {
    return [...this.#replies.values()];
  }

  /** What the commit of a new reply stores beside it. */
  firstRow(entry: MessageEntry): { key: Deno.KvKey; value: unknown } {
    return { key: generatingRow(entry.id), value: toRow(replyOf(entry)) };
  }

  rowKey(messageId: number): Deno.KvKey {
    return generatingRow(messageId);
  }

  publish(entry: MessageEntry): void {
    if (entry.status === "GN" && !this.#replies.has(entry.id)) {
      this.#replies.set(entry.id, replyOf(entry));
    }
  }

  /** Takes a reply out as finalized; returns what takes that back. */
  finish(messageId: number): (() => void) | null {
    const reply = this.#replies.get(messageId);
    if (reply === undefined) return null;
    this.#replies.delete(messageId);
    this.#unsaved.delete(messageId);
    this.#ending.set(messageId, reply);
    return () => {
      this.#ending.delete(messageId);
      this.#replies.set(messageId, reply);
    };
  }

  /** The commit that finalized it is done. */
  ended(messageId: number): void {
    this.#ending.delete(messageId);
  }

  /** The text to show of a reply: also while the commit that finalizes it is under way. */
  shown(messageId: number): GeneratingReply | null {
    return this.#replies.get(messageId) ?? this.#ending.get(messageId) ?? null;
  }

  /** The reply with the text that any process has given it. */
  async fresh(messageId: number): Promise<GeneratingReply | null> {
    if (this.shared && this.#replies.has(messageId)) await this.#reread(messageId);
    return this.get(messageId);
  }

  /** Changes a reply: `change` gets the newest state and returns the next one, or throws a refusal. */
  async change(
    messageId: number,
    change: (reply: GeneratingReply) => GeneratingReply,
  ): Promise<GeneratingReply | null> {
    for (;;) {
      const versionstamp = this.shared ? await this.#reread(messageId) : null;
      const before = this.get(messageId);
      if (before === null) return null;
      const after = change(before);
      if (!this.shared) this.#unsaved.add(messageId);
      else if (!await this.#writeThrough(after, versionstamp)) continue;
      this.#take(after);
      return after;
    }
  }

  async save(): Promise<void> {
    for (const id of [...this.#unsaved]) {
      const reply = this.#replies.get(id);
      this.#unsaved.delete(id);
      if (reply === undefined) continue;
      try {
        await this.#saveExisting(reply);
      } catch (error) {
        this.#unsaved.add(id);
        throw error;
      }
    }
  }

  /** Reads what other processes have written to the replies of these threads. */
  async follow(threads: ReadonlySet<number>): Promise<void> {
    const wanted = this.all().filter(({ parentId }) => threads.has(parentId));
    for (const { messageId } of wanted) await this.#reread(messageId);
  }

  // Checked, so that a save which a finalizing commit overtakes leaves no row behind.
  async #saveExisting(reply: GeneratingReply): Promise<void> {
    const key = generatingRow(reply.messageId);
    const { versionstamp } = await this.reader.get(key);
    if (versionstamp === null) return;
    await this.writer.atomic().check({ key, versionstamp }).set(key, toRow(reply)).commit();
  }

  async #writeThrough(reply: GeneratingReply, versionstamp: string | null): Promise<boolean> {
    const key = generatingRow(reply.messageId);
    const commit = this.writer.atomic().check({ key, versionstamp }).set(key, toRow(reply));
    return (await commit.commit()).ok;
  }

  async #reread(messageId: number): Promise<string | null> {
    const { value, versionstamp } = await this.reader.get<GeneratingRow>(generatingRow(messageId));
    if (value === null) this.#replies.delete(messageId);
    else this.#take(fromRow(value));
    return versionstamp;
  }

  #take(after: GeneratingReply): void {
    const before = this.#replies.get(after.messageId);
    this.#replies.set(after.messageId, after);
    if (before === undefined || before.text === after.text) return;
    const continues = after.text.startsWith(before.text);
    const offset = continues ? before.length : 0;
    const delta = continues ? after.text.slice(before.text.length) : after.text;
    for (const listener of this.#listeners) listener({ ...after, offset, delta });
  }
}

function replyOf(entry: MessageEntry): GeneratingReply {
  return {
    messageId: entry.id,
    chatId: entry.chatId,
    parentId: entry.parentId!,
    botId: entry.author.id,
    text: entry.content,
    length: entry.createdLength ?? encoder.encode(entry.content).length,
    touchedAt: entry.at,
    closing: false,
  };
}

function toRow({ length: _, ...reply }: GeneratingReply): GeneratingRow {
  return { ...reply, text: encoder.encode(reply.text) };
}

function fromRow(row: GeneratingRow): GeneratingReply {
  return { ...row, text: decoder.decode(row.text), length: row.text.length };
}
