// Replies of an earlier run that are unfinished at the start. Most find their event again, among those that come once more;
// the others get the end that they never had.
import { ApiError, type Reply } from "../client/mod.ts";
import { ABANDONED } from "./ending.ts";
import type { BridgeLog } from "./log.ts";

export class Orphans {
  readonly #replies = new Map<number, Reply>();
  /** Events that came again and are not done yet. */
  readonly #inHand = new Set<number>();
  #allCame = false;

  constructor(
    private readonly log: BridgeLog,
    private readonly stopping: AbortSignal,
    /** Keeps the agent from ending before the task has. */
    private readonly track: (task: Promise<void>) => void,
  ) {}

  add(replies: readonly Reply[]): void {
    for (const reply of replies) this.#replies.set(reply.messageId, reply);
  }

  /** Its event came again. */
  claim(messageId: number): void {
    this.#replies.delete(messageId);
  }

  cameAgain(seq: number): void {
    this.#inHand.add(seq);
  }

  done(seq: number): void {
    this.#inHand.delete(seq);
    this.#settle();
  }

  /** All events that could come again are here. */
  allCame(): void {
    this.#allCame = true;
    this.#settle();
  }

  #settle(): void {
    if (!this.#allCame || this.#inHand.size > 0) return;
    for (const [id, reply] of this.#replies) {
      this.#replies.delete(id);
      this.track(this.#end(reply));
    }
  }

  async #end(reply: Reply): Promise<void> {
    const { finish_reason, note, instead } = ABANDONED;
    const append = reply.length > 0 ? `\n\n${note}` : instead;
    try {
      await reply.finalize({ finish_reason, append }, this.stopping);
    } catch (error) {
      // Whoever settled it meanwhile did what was to be done.
      if (error instanceof ApiError || this.stopping.aborted) return;
      const reason = String(error);
      this.log("warn", "Cannot settle a reply", { message_id: reply.messageId, reason });
    }
  }
}
