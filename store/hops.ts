// How far each bot stands from the last person or webhook that a chain of bots' messages in a chat began with.
import type { Entry } from "./entries.ts";
import { eventsOf } from "./entries.ts";

// A bot that speaks long after it was spoken to begins a chain of its own, such as a report every morning.
const REMEMBERED_MS = 10 * 60_000;

interface Heard {
  hops: number;
  at: number;
}

export class Hops {
  readonly #heard = new Map<number, Map<number, Heard>>();

  /** The hops that a message of this bot in this chat has now. */
  next(bot: number, chatId: number, now: number): number {
    const heard = this.#heard.get(chatId)?.get(bot);
    return heard !== undefined && now - heard.at < REMEMBERED_MS ? 1 + heard.hops : 1;
  }

  admit(entry: Entry): void {
    const message = entry.kind === "final" ? entry.message : entry;
    if (message?.kind !== "message") return;
    const heard = this.#heard.get(message.chatId);
    // Messages of people begin a new chain; most chats have no other.
    if (message.hops === 0 && heard === undefined) return;
    for (const [bot] of eventsOf(entry)) {
      if (message.hops === 0) heard?.delete(bot);
      else this.#remember(message.chatId, bot, { hops: message.hops, at: entry.at });
    }
  }

  #remember(chatId: number, bot: number, heard: Heard): void {
    const chat = this.#heard.get(chatId) ?? new Map<number, Heard>();
    this.#heard.set(chatId, chat.set(bot, heard));
  }
}
