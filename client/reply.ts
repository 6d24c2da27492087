import type { FinishReason } from "../wire/records.ts";
import { ApiError } from "./errors.ts";
import type { Http } from "./http.ts";

const encoder = new TextEncoder();
export const byteLength = (text: string): number => encoder.encode(text).length;

export interface ReplyState {
  message_id: number;
  chat_id: number;
  parent_message_id: number;
  status: "GN" | "OK";
  length: number;
  duplicate?: boolean;
  stalled?: boolean;
}

/** A thread reply that is being generated. Calls must not overlap: wait for one before the next. */
export class Reply {
  readonly messageId: number;
  readonly chatId: number;
  readonly parentMessageId: number;
  /** This reply was there before: an earlier answer to the same event. */
  readonly duplicate: boolean;
  /** Its writer has been silent for a minute. */
  readonly stalled: boolean;
  #status: "GN" | "OK";
  #length: number;
  // Null while the reply holds text of an earlier run that this one has not replaced.
  #text: string | null;

  constructor(readonly http: Http, state: ReplyState, text: string) {
    this.messageId = state.message_id;
    this.chatId = state.chat_id;
    this.parentMessageId = state.parent_message_id;
    this.duplicate = state.duplicate ?? false;
    this.stalled = state.stalled ?? false;
    this.#status = state.status;
    this.#length = state.length;
    this.#text = byteLength(text) === state.length ? text : null;
  }

  get status(): "GN" | "OK" {
    return this.#status;
  }

  /** How many UTF-8 bytes the reply holds. */
  get length(): number {
    return this.#length;
  }

  /** Adds text at the end. */
  async append(text: string, signal?: AbortSignal): Promise<void> {
    if (text === "") return;
    try {
      await this.#patch({ append: text, offset: this.#length }, signal);
    } catch (error) {
      if (!isCode(error, "offset_mismatch") || this.#text === null) throw error;
      // The service lost what it had not yet saved, or holds more than it told: the whole text settles it.
      await this.#patch({ content: this.#text + text }, signal);
    }
    if (this.#text !== null) this.#text += text;
    this.#length += byteLength(text);
  }

  /** Puts `text` in the place of all that is there. */
  async replace(text: string, signal?: AbortSignal): Promise<void> {
    await this.#patch({ content: text }, signal);
    this.#text = text;
    this.#length = byteLength(text);
  }

  /** Says that the bot is still at work, so that the reply is not settled without it. */
  async renew(signal?: AbortSignal): Promise<void> {
    await this.#patch({}, signal);
  }

  /** Ends the reply, with a last piece of text if there is one. It can no longer be changed. */
  async finalize(
    { append = "", finish_reason = "stop" as FinishReason }: {
      append?: string;
      finish_reason?: FinishReason;
    } = {},
    signal?: AbortSignal,
  ): Promise<void> {
    const end = { status: "OK", finish_reason };
    const expected = this.#length + byteLength(append);
    try {
      await this.#patch(
        append === "" ? end : { append, offset: this.#length, ...end },
        signal,
      );
    } catch (error) {
      // The answer to the first try was lost, but not its effect.
      const isDone = isCode(error, "reply_finalized") && error.body.length === expected;
      const isAhead = isCode(error, "reply_finalized") || isCode(error, "offset_mismatch");
      if (!isDone) {
        if (!isAhead || this.#text === null) throw error;
        // Settled by the service meanwhile, which a late whole text may still replace.
        await this.#patch({ content: this.#text + append, ...end }, signal);
      }
    }
    if (this.#text !== null) this.#text += append;
    this.#length = expected;
    this.#status = "OK";
  }

  #patch(body: Record<string, unknown>, signal?: AbortSignal): Promise<unknown> {
    return this.http.request("PATCH", `/bots/v1/replies/${this.messageId}`, { body, signal });
  }
}

function isCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code;
}
