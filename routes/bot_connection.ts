// One open stream of a bot. It has a cursor; what is committed next goes straight out, and whatever it is behind is read
// from the store: replay and live delivery join without a hole or a repeat.
import type { BotCaller } from "../chat/bot_callers.ts";
import type { Context } from "../chat/context.ts";
import type { Entry } from "../store/entries.ts";
import type { BotRecord } from "../store/records.ts";
import { BotFrame, CLOSE, PROTOCOL } from "../wire/bot_stream.ts";
import { eventFrame } from "./event_frames.ts";
import { eventsAfter } from "./event_pages.ts";
import { botRecord } from "./records.ts";
import { Socket } from "./socket.ts";

const PAGE = 100;
// Replay waits for the reader; only live events can make a reader too slow.
const REPLAY_QUEUED_BYTES = 256 * 1024;
const DRAIN_POLL_MS = 10;

export class BotConnection {
  readonly socket: Socket;
  readonly id: string;
  nextBeatAt: number;
  #cursor: number;
  #newest: number;
  #pumping = false;

  constructor(
    private readonly context: Context,
    readonly caller: BotCaller,
    socket: WebSocket,
    start: number,
    private readonly events: { onOpen(): boolean; onClose(): void },
  ) {
    this.id = context.newId();
    this.#cursor = start;
    this.#newest = start;
    this.nextBeatAt = context.now() + context.settings.heartbeatMs;
    this.socket = new Socket(socket, context, {
      onOpen: () => this.#open(),
      onFrame: (frame) => this.#receive(frame),
      onClose: () => this.events.onClose(),
    });
  }

  /** The bot as it is now. */
  get bot(): BotRecord {
    return this.context.store.directory.bot(this.caller.bot.id) ?? this.caller.bot;
  }

  /** Told of each event of the bot, in order, as it is committed. */
  offer(seq: number, code: number, entry: Entry): void {
    this.#newest = Math.max(this.#newest, seq);
    if (seq <= this.#cursor || this.#pumping || !this.socket.isOpen) return;
    const frame = seq === this.#cursor + 1
      ? eventFrame(this.context, this.bot, seq, code, entry)
      : null;
    if (frame === null) this.#pump();
    else if (this.socket.send(frame)) this.#cursor = seq;
  }

  beat(): void {
    this.nextBeatAt = this.context.now() + this.context.settings.heartbeatMs;
    this.socket.beat();
    const latest_seq = this.context.store.cursors.latest(this.bot.ref);
    this.socket.sendFrame({ type: "ping", latest_seq });
  }

  #open(): void {
    if (!this.events.onOpen()) {
      return this.socket.close(
        CLOSE.too_many_connections,
        "Too many connections of this bot: wait",
      );
    }
    const { cursors } = this.context.store;
    const { ref } = this.bot;
    const oldest = cursors.oldest(ref);
    this.#newest = Math.max(this.#newest, cursors.latest(ref));
    this.socket.sendFrame({
      type: "hello",
      protocol: PROTOCOL,
      connection_id: this.id,
      bot: botRecord(this.bot),
      heartbeat_ms: this.context.settings.heartbeatMs,
      latest_seq: cursors.latest(ref),
      oldest_seq: oldest,
      acked_seq: cursors.acked(ref) ?? 0,
      resume_from: Math.max(this.#cursor + 1, oldest),
    });
    this.#skipTo(oldest);
    if (this.#cursor < this.#newest) this.#pump();
  }

  #pump(): void {
    this.#pumping = true;
    this.#catchUp().catch((error) => {
      this.context.report(error, { bot: this.bot.id });
      this.socket.close(CLOSE.restarting, "The events could not be read: resume");
    });
  }

  async #catchUp(): Promise<void> {
    try {
      while (this.socket.isOpen && this.#cursor < this.#newest) {
        const frames = await eventsAfter(this.context, this.bot, this.#cursor, PAGE);
        // Nothing is left up to the newest: it was trimmed while this reader was behind.
        if (frames.length === 0) this.#skipTo(this.#newest + 1);
        for (const { seq, json } of frames) {
          await this.#drained();
          this.#skipTo(json === null ? seq + 1 : seq);
          if (json === null) continue;
          if (!this.socket.send(json)) return;
          this.#cursor = seq;
        }
      }
    } finally {
      // In the same step as the last look at the newest, so that no event is offered in between and left.
      this.#pumping = false;
    }
  }

  /** Goes on before a seq; says so where events are missing. */
  #skipTo(seq: number): void {
    if (this.#cursor + 1 >= seq) return;
    this.socket.sendFrame({ type: "gap", from_seq: this.#cursor + 1, to_seq: seq - 1 });
    this.#cursor = seq - 1;
  }

  async #drained(): Promise<void> {
    while (this.socket.isOpen && this.socket.queuedBytes > REPLAY_QUEUED_BYTES) {
      await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS));
    }
  }

  #receive(frame: unknown): void {
    const parsed = BotFrame.safeParse(frame);
    if (!parsed.success) {
      return this.socket.refuseFrame("The frame is not known; send ack with a seq, ping or pong");
    }
    if (parsed.data.type === "ping") this.socket.sendFrame({ type: "pong" });
    else if (parsed.data.type === "ack") this.#ack(parsed.data.seq);
  }

  #ack(seq: number): void {
    const { cursors } = this.context.store;
    const latest = cursors.latest(this.bot.ref);
    if (seq <= latest) return cursors.ack(this.bot.ref, seq);
    this.socket.refuseFrame(
      `The ack of ${seq} is ahead of the newest event, ${latest}; ack what you received`,
    );
  }
}
