import { ApiError, type Bot, byteLength, type Clock, pause, type Reply } from "../client/mod.ts";
import type { Ending } from "./ending.ts";
import { fenceOf, openFence, splitAt } from "./split.ts";

const NOTE_BYTES = 400;
/** What the service takes per reply, less what a last note and a closing fence may need. */
export const PART_BYTES = 60_000 - NOTE_BYTES - 100;
const RENEW_EVERY_MS = 20_000;

export interface ReplyWriterOptions {
  bot: Pick<Bot, "reply">;
  clock: Clock;
  eventId: string;
  coalesce: number;
  /** Ends all writing at once and leaves the reply as it is. */
  signal: AbortSignal;
  /** The reply can no longer be written: its thread, chat or bot is gone. */
  onGone: (error: unknown) => void;
  /** A further reply holds the rest of the text. */
  onPart?: (reply: Reply) => void;
  partBytes?: number;
}

/** Streams text into a reply with few calls: the first piece at once, then at most one append per interval. */
export class ReplyWriter {
  readonly #options: ReplyWriterOptions;
  readonly #partBytes: number;
  #reply: Reply;
  #part = "";
  #parts = 1;
  #pending = "";
  // The text of an earlier run stays until the first new piece takes its place.
  #stale: boolean;
  #lastAt = -Infinity;
  #loop: Promise<void> | null = null;
  #closing = new AbortController();
  #renewDue = false;
  #cancelRenewal = () => {};
  #failure: { error: unknown } | null = null;

  constructor(reply: Reply, options: ReplyWriterOptions) {
    this.#reply = reply;
    this.#stale = reply.duplicate && reply.length > 0;
    this.#options = options;
    this.#partBytes = options.partBytes ?? PART_BYTES;
    this.#renewLater();
  }

  get parts(): number {
    return this.#parts;
  }

  push(text: string): void {
    if (text === "" || this.#failure) return;
    this.#pending += text;
    this.#kick();
  }

  /** Writes what is left and finalizes. False when the reply can no longer be written. */
  async finish({ finish_reason, note, instead }: Ending): Promise<boolean> {
    this.#closing.abort();
    this.#cancelRenewal();
    await this.#loop;
    if (this.#failure) return false;
    const isBlank = (this.#part + this.#pending).trim() === "";
    let last = this.#take(true);
    const isKept = isBlank && this.#stale;
    if (isKept) last = finish_reason === "cancelled" ? "" : `\n\n${note ?? instead}`;
    else if (isBlank) last = instead;
    else if (note) last += `${this.#closeFence(last)}\n\n${note}`;
    try {
      const isTooLong = byteLength(last) + this.#usedBytes() > this.#partBytes + NOTE_BYTES;
      if (!isKept && (this.#stale || isTooLong)) {
        await this.#write(last);
        last = "";
      }
      await this.#reply.finalize({ append: last, finish_reason }, this.#options.signal);
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  /** Stops without finalizing. */
  abandon(): void {
    this.#closing.abort();
    this.#cancelRenewal();
    this.#failure ??= { error: new Error("The bridge is stopping") };
  }

  #kick(): void {
    this.#loop ??= this.#run().catch((error) => this.#fail(error)).finally(() => {
      this.#loop = null;
      if (this.#hasWork() && !this.#failure && !this.#closing.signal.aborted) this.#kick();
    });
  }

  #hasWork(): boolean {
    return this.#renewDue || this.#pending.length > (isHalf(this.#pending) ? 1 : 0);
  }

  async #run(): Promise<void> {
    const { clock, coalesce, signal } = this.#options;
    while (this.#hasWork()) {
      const wait = this.#lastAt + coalesce - clock.now();
      if (wait > 0) await pause(clock, wait, this.#closing.signal);
      // The last piece travels together with the end.
      if (this.#closing.signal.aborted) return;
      this.#lastAt = clock.now();
      const text = this.#take(false);
      if (text !== "") await this.#write(text);
      else if (this.#renewDue) await this.#reply.renew(signal);
      this.#renewLater();
    }
  }

  /** Takes what is pending; half a surrogate pair waits for its other half. */
  #take(all: boolean): string {
    const half = !all && isHalf(this.#pending);
    const text = half ? this.#pending.slice(0, -1) : this.#pending;
    this.#pending = half ? this.#pending.slice(-1) : "";
    return text.toWellFormed();
  }

  async #write(text: string): Promise<void> {
    const { signal } = this.#options;
    let rest = text;
    while (byteLength(rest) + this.#usedBytes() > this.#partBytes) {
      const [head, tail] = splitAt(rest, this.#partBytes - this.#usedBytes());
      rest = await this.#continue(head, tail);
    }
    if (rest === "") return;
    if (this.#stale) return await this.#replace(rest);
    await this.#reply.append(rest, signal);
    this.#part += rest;
  }

  async #replace(text: string): Promise<void> {
    await this.#reply.replace(text, this.#options.signal);
    this.#stale = false;
    this.#part = text;
  }

  /** Ends this part with `head` and opens the next one. Returns the text that belongs into it. */
  async #continue(head: string, tail: string): Promise<string> {
    const { bot, eventId, signal, onPart } = this.#options;
    const fence = openFence(this.#part + head);
    const next = await bot.reply(this.#reply.parentMessageId, {
      status: "GN",
      event_id: `${eventId}.${this.#parts + 1}`,
    }, signal);
    // Only now: a crash in between finds the first part unfinished, and with it the whole event.
    if (this.#stale) await this.#replace("");
    await this.#reply.finalize({ append: head + this.#closeFence(head) }, signal);
    this.#parts++;
    this.#reply = next;
    this.#stale = next.duplicate && next.length > 0;
    this.#part = "";
    onPart?.(next);
    return fence === null ? tail : `${fence}\n${tail}`;
  }

  #closeFence(text: string): string {
    const fence = openFence(this.#part + text);
    return fence === null ? "" : `${text.endsWith("\n") ? "" : "\n"}${fenceOf(fence)}`;
  }

  #usedBytes(): number {
    return this.#stale ? 0 : this.#reply.length;
  }

  #renewLater(): void {
    this.#renewDue = false;
    this.#cancelRenewal();
    if (this.#closing.signal.aborted) return;
    this.#cancelRenewal = this.#options.clock.after(RENEW_EVERY_MS, () => {
      this.#renewDue = true;
      this.#kick();
    });
  }

  #fail(error: unknown): void {
    if (this.#failure) return;
    this.#failure = { error };
    this.#cancelRenewal();
    if (!this.#options.signal.aborted) this.#options.onGone(error);
  }
}

/** Ends with the first half of a surrogate pair. */
function isHalf(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00;
}

/** Whether a refused call says that there is nothing left to write to. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}
