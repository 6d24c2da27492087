// One open page of a person: its subscriptions, each of which starts with a snapshot that its deltas continue.
import type { Context } from "../chat/context.ts";
import type { Viewer } from "../chat/viewers.ts";
import { ViewerFrame } from "../wire/viewer_stream.ts";
import { Socket } from "./socket.ts";
import { chatSnapshot, type Snapshot, threadSnapshot } from "./viewer_snapshots.ts";

const MAX_SUBSCRIPTIONS = 200;

export type Subject = { chat: number } | { thread: number };

/** What happened, as a subscription sees it. */
export interface Delta {
  frame: string;
  messageId: number;
  /** Text streamed into a reply, which a snapshot taken since holds already. */
  isContent: boolean;
  /** A new message, which a snapshot taken since may hold already. */
  isNew: boolean;
}

interface Subscription {
  chatId: number | null;
  /** What came while the snapshot was read; null once it is sent. */
  waiting: Delta[] | null;
}

export const keyOf = (subject: Subject) =>
  "chat" in subject ? `c${subject.chat}` : `t${subject.thread}`;

export class ViewerConnection {
  readonly socket: Socket;
  nextBeatAt: number;
  readonly #subscriptions = new Map<string, Subscription>();

  constructor(
    private readonly context: Context,
    readonly viewer: Viewer,
    socket: WebSocket,
    private readonly events: {
      onOpen(): void;
      onClose(): void;
      onSubscribe(key: string, present: boolean): void;
    },
  ) {
    this.nextBeatAt = context.now() + context.settings.heartbeatMs;
    this.socket = new Socket(socket, context, {
      onOpen: () => this.#open(),
      onFrame: (frame) => this.#receive(frame),
      onClose: () => this.#close(),
    });
  }

  get userId(): string {
    return this.viewer.user.id;
  }

  hears(subject: Subject): boolean {
    return this.#subscriptions.has(keyOf(subject));
  }

  deliver(subject: Subject, delta: Delta): void {
    const subscription = this.#subscriptions.get(keyOf(subject));
    if (subscription === undefined) return;
    if (subscription.waiting === null) this.socket.send(delta.frame);
    else subscription.waiting.push(delta);
  }

  beat(): void {
    this.nextBeatAt = this.context.now() + this.context.settings.heartbeatMs;
    this.socket.beat();
    this.socket.sendFrame({ type: "ping" });
  }

  /** Ends the subscriptions to a chat that the viewer has left. */
  leave(chatId: number): void {
    for (const [key, subscription] of this.#subscriptions) {
      if (subscription.chatId !== chatId) continue;
      const id = Number(key.slice(1));
      this.#end(key);
      const subject = key.startsWith("c") ? { chat_id: id } : { thread: id };
      this.socket.sendFrame({ type: "unsubscribed", ...subject });
    }
  }

  #open(): void {
    this.events.onOpen();
    const { heartbeatMs: heartbeat_ms } = this.context.settings;
    this.socket.sendFrame({ type: "hello", user_id: this.userId, heartbeat_ms });
  }

  #close(): void {
    for (const key of [...this.#subscriptions.keys()]) this.#end(key);
    this.events.onClose();
  }

  #receive(frame: unknown): void {
    const parsed = ViewerFrame.safeParse(frame);
    if (!parsed.success) {
      return this.socket.refuseFrame(
        "The frame is not known; send subscribe or unsubscribe with a chat_id or a thread",
      );
    }
    const { data } = parsed;
    if (data.type === "ping") this.socket.sendFrame({ type: "pong" });
    if (data.type !== "subscribe" && data.type !== "unsubscribe") return;
    const subject: Subject = "thread" in data ? { thread: data.thread } : { chat: data.chat_id };
    if (data.type === "unsubscribe") return this.#end(keyOf(subject));
    const after = "after" in data ? data.after : undefined;
    this.#subscribe(subject, after).catch((error) => {
      this.context.report(error);
      this.socket.close(1011, "Internal error: resume");
    });
  }

  async #subscribe(subject: Subject, after: number | undefined): Promise<void> {
    const key = keyOf(subject);
    if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS) {
      return this.#refuse(
        subject,
        "too_many",
        `A stream has at most ${MAX_SUBSCRIPTIONS} subscriptions`,
      );
    }
    const subscription: Subscription = { chatId: null, waiting: [] };
    if (!this.#subscriptions.has(key)) this.events.onSubscribe(key, true);
    this.#subscriptions.set(key, subscription);
    await this.context.store.refresh();
    const snapshot = "chat" in subject
      ? await chatSnapshot(this.context, this.userId, subject.chat, after)
      : await threadSnapshot(this.context, this.userId, subject.thread);
    // Another subscribe or an unsubscribe came in between.
    if (this.#subscriptions.get(key) !== subscription) return;
    // The viewer may have left while it was read.
    if (snapshot === null || !this.#isMember(snapshot.chatId)) {
      this.#end(key);
      return this.#refuse(
        subject,
        "not_found",
        "There is no such chat or thread, or you are not in it",
      );
    }
    this.#begin(subscription, snapshot);
  }

  #isMember(chatId: number): boolean {
    return this.context.store.directory.member(chatId, this.userId) !== null;
  }

  #begin(subscription: Subscription, snapshot: Snapshot): void {
    const waiting = subscription.waiting ?? [];
    subscription.chatId = snapshot.chatId;
    subscription.waiting = null;
    this.socket.sendFrame(snapshot.frame());
    for (const { frame, messageId, isContent, isNew } of waiting) {
      const isHeld = snapshot.holds(messageId);
      if (!(isHeld && (isContent || isNew))) this.socket.send(frame);
    }
  }

  #end(key: string): void {
    if (this.#subscriptions.delete(key)) this.events.onSubscribe(key, false);
  }

  #refuse(subject: Subject, error: string, message: string): void {
    const about = "chat" in subject ? { chat_id: subject.chat } : { thread: subject.thread };
    this.socket.sendFrame({ type: "error", error, message, ...about });
  }
}
