// All open pages of people: tells them what happens in what they look at.
import type { Context } from "../chat/context.ts";
import { viewOf } from "../chat/reading.ts";
import type { Viewer } from "../chat/viewers.ts";
import type { ChangeEntry, Entry, MessageEntry } from "../store/entries.ts";
import type { GeneratingDelta, GeneratingReply } from "../store/generating.ts";
import type { ReadMark } from "../store/people_rows.ts";
import { CLOSE } from "../wire/bot_stream.ts";
import { messageRecord } from "./records.ts";
import { changeFrames } from "./viewer_changes.ts";
import { UnreadNotices } from "./unread_notices.ts";
import { type Delta, keyOf, type Subject, ViewerConnection } from "./viewer_connection.ts";

const TICK_MS = 1_000;
const RESTARTS = "The service restarts: reconnect";

export class ViewerHub {
  readonly #connections = new Set<ViewerConnection>();
  /** The open pages of each person: reading is too frequent to look through all of them. */
  readonly #pages = new Map<string, Set<ViewerConnection>>();
  /** Who looks at a chat or thread. */
  readonly #hearers = new Map<string, Set<ViewerConnection>>();
  readonly #unread: UnreadNotices;
  readonly #ends: (() => void)[];
  readonly #timer: ReturnType<typeof setInterval>;
  #isDraining = false;

  constructor(private readonly context: Context) {
    const { store } = context;
    this.#unread = new UnreadNotices(context, this.#connections);
    this.#ends = [
      store.feed.subscribe((entries) => this.#deliver(entries)),
      store.generating.onDelta((delta) => this.#content(delta)),
    ];
    store.followThreads(() => this.#threads());
    store.people.onRead = (mark) => this.#read(mark);
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  get open(): number {
    return this.#connections.size;
  }

  connect(viewer: Viewer, socket: WebSocket): void {
    const connection: ViewerConnection = new ViewerConnection(this.context, viewer, socket, {
      onOpen: () => {
        this.#connections.add(connection);
        add(this.#pages, connection.userId, connection);
        if (this.#isDraining) connection.socket.close(CLOSE.restarting, RESTARTS);
      },
      onClose: () => {
        this.#connections.delete(connection);
        drop(this.#pages, connection.userId, connection);
      },
      onSubscribe: (key, present) =>
        present ? add(this.#hearers, key, connection) : drop(this.#hearers, key, connection),
    });
  }

  /** A bot's streams opened or closed. */
  botConnected(botId: string, openStreams: number): void {
    const frame = JSON.stringify({
      type: "BotConnectionEvent",
      bot_id: botId,
      open_streams: openStreams,
    });
    for (const { socket } of this.#connections) socket.send(frame);
  }

  stalled(reply: GeneratingReply): void {
    this.context.store.messages.get(reply.messageId).then((entry) => {
      if (entry !== null) this.#status(entry);
    }).catch((error) => this.context.report(error));
  }

  /** Closes every stream so that its page reconnects; resolves when all have ended. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    clearInterval(this.#timer);
    this.#unread.stop();
    for (const end of this.#ends) end();
    await Promise.all(
      Array.from(this.#connections, ({ socket }) => socket.end(CLOSE.restarting, RESTARTS)),
    );
  }

  #deliver(entries: readonly Entry[]): void {
    if (this.#connections.size === 0) return;
    for (const entry of entries) {
      if (entry.kind === "change") this.#change(entry);
      else if (entry.kind === "message") this.#message(entry);
      else if (entry.kind === "final" && entry.message !== undefined) this.#status(entry.message);
    }
  }

  #message(entry: MessageEntry): void {
    const { id: messageId, chatId, parentId } = entry;
    const record = () => messageRecord(viewOf(this.context, entry, 0));
    if (parentId === null) {
      const frame = lazy(() => JSON.stringify({ type: "MessageEvent", message: record() }));
      this.#send([{ chat: chatId }], { messageId, isContent: false, isNew: true }, frame);
      return this.#unread.note(entry);
    }
    const reply_count = this.context.store.threads.get(parentId).count;
    const event = () => ({ type: "ThreadReplyEvent", message: record(), reply_count });
    const about = { messageId, isContent: false, isNew: true };
    this.#send(
      [{ thread: parentId }, { chat: chatId }],
      about,
      lazy(() => JSON.stringify(event())),
    );
  }

  #status(entry: MessageEntry): void {
    const message = () => messageRecord(viewOf(this.context, entry, 0));
    const frame = lazy(() =>
      JSON.stringify({ type: "ThreadReplyStatusEvent", message: message() })
    );
    const about = { messageId: entry.id, isContent: false, isNew: false };
    this.#send([{ thread: entry.parentId! }, { chat: entry.chatId }], about, frame);
  }

  /** The other pages of the same person need not count what was read here. */
  #read({ userId, chatId, messageId }: ReadMark): void {
    for (const { socket } of this.#pages.get(userId) ?? []) {
      socket.sendFrame({ type: "ReadEvent", chat_id: chatId, read_message_id: messageId });
    }
  }

  #content({ messageId, chatId, parentId, offset, delta, length }: GeneratingDelta): void {
    const frame = lazy(() =>
      JSON.stringify({
        type: "ThreadReplyContentEvent",
        message_id: messageId,
        chat_id: chatId,
        parent_message_id: parentId,
        status: "GN",
        offset,
        delta,
        length,
      })
    );
    this.#send([{ thread: parentId }], { messageId, isContent: true, isNew: false }, frame);
  }

  /** To each page once, by the first of the subjects that it looks at. */
  #send(subjects: Subject[], about: Omit<Delta, "frame">, frame: () => string): void {
    const told = new Set<ViewerConnection>();
    for (const subject of subjects) {
      for (const connection of this.#hearers.get(keyOf(subject)) ?? []) {
        if (told.has(connection)) continue;
        told.add(connection);
        connection.deliver(subject, { ...about, frame: frame() });
      }
    }
  }

  #change(entry: ChangeEntry): void {
    for (const connection of [...this.#connections]) {
      if (!this.#mayStay(connection)) continue;
      for (const frame of changeFrames(this.context, entry, connection.userId)) {
        connection.socket.sendFrame(frame);
      }
      for (const { table, record, removed } of entry.puts) {
        if (table === "member" && removed && record.id === connection.userId) {
          connection.leave(record.chatId);
        }
      }
    }
  }

  #mayStay(connection: ViewerConnection): boolean {
    const { store, now } = this.context;
    const { user, credential } = connection.viewer;
    if (!store.directory.user(user.id)?.enabled) {
      connection.socket.close(CLOSE.bot_deactivated, "The account is deactivated");
      return false;
    }
    const current = credential && store.directory.credential(credential.hash);
    const isOver = credential !== null &&
      (current === null || (current.expiresAt !== null && current.expiresAt <= now()));
    if (isOver) connection.socket.close(CLOSE.token_revoked, "Signed out: sign in again");
    return !isOver;
  }

  #tick(): void {
    const now = this.context.now();
    for (const connection of [...this.#connections]) {
      if (connection.nextBeatAt <= now && this.#mayStay(connection)) connection.beat();
    }
  }

  #threads(): Set<number> {
    const keys = [...this.#hearers.keys()].filter((key) => key.startsWith("t"));
    return new Set(keys.map((key) => Number(key.slice(1))));
  }
}

/** Made when the first one wants it, and once. */
function lazy(make: () => string): () => string {
  let made: string | null = null;
  return () => made ??= make();
}

type Sets = Map<string, Set<ViewerConnection>>;

function add(sets: Sets, key: string, connection: ViewerConnection): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(connection));
}

function drop(sets: Sets, key: string, connection: ViewerConnection): void {
  const set = sets.get(key);
  if (set?.delete(connection) && set.size === 0) sets.delete(key);
}
