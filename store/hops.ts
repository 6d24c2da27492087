// How far each bot stands from the last person or webhook that a chain of bots' messages in a chat began with.
import type { Entry } from "./entries.ts";
import { eventsOf } from "./entries.ts";

export class Hops {
  readonly #heard = new Map<number, Map<number, number>>();

  /** The hops that a message of this bot in this chat has. */
  next(bot: number, chatId: number): number {
    return 1 + (this.#heard.get(chatId)?.get(bot) ?? 0);
  }

  admit(entry: Entry): void {
    const message = entry.kind === "final" ? entry.message : entry;
    if (message?.kind !== "message") return;
    const heard = this.#heard.get(message.chatId);
    // Messages of people begin a new chain; most chats have no other.
    if (message.hops === 0 && heard === undefined) return;
    for (const [bot] of eventsOf(entry)) {
      if (message.hops === 0) heard?.delete(bot);
      else this.#remember(message.chatId, bot, message.hops);
    }
  }

  #remember(chatId: number, bot: number, hops: number): void {
    const heard = this.#heard.get(chatId) ?? new Map<number, number>();
    this.#heard.set(chatId, heard.set(bot, hops));
  }
}
