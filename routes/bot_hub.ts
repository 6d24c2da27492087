// All open streams of bots: feeds them what is committed, and closes them when their authority changes.
import type { BotCaller } from "../chat/bot_callers.ts";
import { isActive } from "../chat/bot_authority.ts";
import type { Context } from "../chat/context.ts";
import { type ChangeEntry, type Entry, eventsOf } from "../store/entries.ts";
import { CLOSE } from "../wire/bot_stream.ts";
import { BotConnection } from "./bot_connection.ts";

const TICK_MS = 1_000;
const RESTARTS = "The service restarts: resume";

type Waiter = (seq: number) => void;

export class BotHub {
  readonly #connections = new Map<number, Set<BotConnection>>();
  readonly #waiters = new Map<number, Set<Waiter>>();
  readonly #listeners = new Set<(botId: string) => void>();
  readonly #unsubscribe: () => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #isDraining = false;
  open = 0;

  constructor(private readonly context: Context) {
    this.#unsubscribe = context.store.feed.subscribe((entries) => this.#deliver(entries));
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  openStreams(botRef: number): number {
    return this.#connections.get(botRef)?.size ?? 0;
  }

  /** Told when a bot's number of open streams changes. */
  onChange(listener: (botId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  connect(caller: BotCaller, socket: WebSocket, start: number): void {
    const { ref } = caller.bot;
    const connection: BotConnection = new BotConnection(this.context, caller, socket, start, {
      onOpen: () => {
        const added = this.#add(ref, connection);
        // Its token may have been revoked during the handshake.
        if (added) this.#check(connection);
        return added;
      },
      onClose: () => this.#remove(ref, connection),
    });
  }

  /** Resolves when the bot has an event after a seq, or the time is over. */
  waitForEvent(botRef: number, after: number, ms: number, signal: AbortSignal): Promise<void> {
    if (this.context.store.cursors.latest(botRef) > after || ms === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const waiters = this.#waiters.get(botRef) ?? new Set<Waiter>();
      this.#waiters.set(botRef, waiters);
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        waiters.delete(waiter);
        resolve();
      };
      const waiter = (seq: number) => seq > after && done();
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done, { once: true });
      waiters.add(waiter);
    });
  }

  /** Closes every stream so that its bot resumes elsewhere or later; resolves when all have ended. */
  async drain(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe();
    this.#isDraining = true;
    for (const waiters of this.#waiters.values()) for (const waiter of waiters) waiter(Infinity);
    await Promise.all(
      Array.from(this.#all(), ({ socket }) => socket.end(CLOSE.restarting, RESTARTS)),
    );
  }

  #add(ref: number, connection: BotConnection): boolean {
    const connections = this.#connections.get(ref) ?? new Set();
    if (connections.size >= this.context.settings.maxStreamsPerBot) return false;
    this.#connections.set(ref, connections.add(connection));
    this.#changed(connection, 1);
    return true;
  }

  #remove(ref: number, connection: BotConnection): void {
    const connections = this.#connections.get(ref);
    if (connections === undefined || !connections.delete(connection)) return;
    if (connections.size === 0) this.#connections.delete(ref);
    this.#changed(connection, -1);
  }

  #changed({ bot }: BotConnection, by: number): void {
    this.open += by;
    for (const listener of this.#listeners) listener(bot.id);
  }

  #deliver(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (entry.kind === "change") this.#revoke(entry);
      for (const [ref, seq, code] of eventsOf(entry)) {
        for (const connection of this.#connections.get(ref) ?? []) {
          connection.offer(seq, code, entry);
        }
        for (const waiter of this.#waiters.get(ref) ?? []) waiter(seq);
      }
    }
  }

  #revoke({ puts }: ChangeEntry): void {
    const touched = puts.some(({ table }) => table === "bot" || table === "credential");
    if (touched) { for (const connection of this.#all()) this.#check(connection); }
  }

  #check(connection: BotConnection): void {
    const { store, now } = this.context;
    if (this.#isDraining) return connection.socket.close(CLOSE.restarting, RESTARTS);
    const { bot, credential } = connection.caller;
    if (!isActive(store.directory.bot(bot.id))) {
      return connection.socket.close(CLOSE.bot_deactivated, "The bot is deactivated: stop");
    }
    const current = store.directory.credential(credential.hash);
    if (current === null || (current.expiresAt !== null && current.expiresAt <= now())) {
      connection.socket.close(CLOSE.token_revoked, "The token was revoked: stop");
    }
  }

  #tick(): void {
    const now = this.context.now();
    for (const connection of this.#all()) {
      // A token that was regenerated with grace runs out without any change that would tell.
      this.#check(connection);
      if (connection.socket.isOpen && connection.nextBeatAt <= now) connection.beat();
    }
  }

  *#all(): Generator<BotConnection> {
    for (const connections of [...this.#connections.values()]) yield* [...connections];
  }
}
