// Settles replies that their bots abandoned: no reply generates forever.
import type { GeneratingReply } from "../store/generating.ts";
import type { Context } from "./context.ts";
import { Refusal } from "./errors.ts";
import { finalize } from "./finalizing.ts";

const SWEEP_EVERY_MS = 5_000;

export class Sweeper {
  readonly #stalled = new Set<number>();
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(
    private readonly context: Context,
    private readonly onStall: (reply: GeneratingReply) => void,
  ) {}

  start(): void {
    this.#timer = setInterval(() => {
      this.sweep().catch((error) => this.context.report(error));
    }, SWEEP_EVERY_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  async sweep(): Promise<void> {
    const { store, settings, now } = this.context;
    for (const { messageId } of store.generating.all()) {
      const reply = await store.generating.fresh(messageId);
      if (reply === null) continue;
      const silence = now() - reply.touchedAt;
      if (silence >= settings.replyLeaseMs) await this.#settle(messageId);
      else if (silence < settings.replyStallMs) this.#stalled.delete(messageId);
      else if (!this.#stalled.has(messageId)) {
        this.#stalled.add(messageId);
        this.onStall(reply);
      }
    }
    for (const id of this.#stalled) if (store.generating.get(id) === null) this.#stalled.delete(id);
    await store.trimEvents(now() - settings.eventRetentionMs);
  }

  async #settle(messageId: number): Promise<void> {
    const { store, settings, now } = this.context;
    this.#stalled.delete(messageId);
    const entry = await store.messages.get(messageId);
    let isOver = false;
    await store.generating.change(messageId, (reply) => {
      // Its bot may have been heard of since.
      isOver = now() - reply.touchedAt >= settings.replyLeaseMs;
      return { ...reply, closing: reply.closing || isOver };
    });
    if (entry === null || !isOver) return;
    try {
      await finalize(this.context, entry, { by: "service" });
    } catch (error) {
      // Its bot, or another process, was faster.
      if (!(error instanceof Refusal && error.code === "reply_finalized")) throw error;
    }
  }
}
