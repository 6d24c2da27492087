// Tells pages that a chat they do not look at has something new: a few times a second at most, however busy the chats are.
import type { Context } from "../chat/context.ts";
import type { MessageEntry } from "../store/entries.ts";
import type { ViewerConnection } from "./viewer_connection.ts";

const TELL_EVERY_MS = 200;

interface News {
  firstId: number;
  messageId: number;
  count: number;
  mentions: Set<string>;
  authors: Set<string>;
}

export class UnreadNotices {
  readonly #news = new Map<number, News>();
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    private readonly context: Context,
    private readonly connections: ReadonlySet<ViewerConnection>,
  ) {}

  note({ chatId, id, mentions, author }: MessageEntry): void {
    let news = this.#news.get(chatId);
    if (news === undefined) {
      news = { firstId: id, messageId: id, count: 0, mentions: new Set(), authors: new Set() };
      this.#news.set(chatId, news);
    }
    news.messageId = id;
    news.count++;
    news.authors.add(author.id);
    for (const name of mentions) news.mentions.add(name);
    this.#timer ??= setTimeout(() => this.#tell(), TELL_EVERY_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tell(): void {
    this.#timer = null;
    for (const connection of this.connections) this.#tellOne(connection);
    this.#news.clear();
  }

  #tellOne(connection: ViewerConnection): void {
    const { directory } = this.context.store;
    const { userId, socket } = connection;
    const username = directory.user(userId)?.username ?? "";
    for (const [chatId, { firstId, messageId, count, mentions, authors }] of this.#news) {
      // Who writes has read: a ReadEvent says so.
      const isOwn = authors.size === 1 && authors.has(userId);
      if (isOwn || connection.hears({ chat: chatId })) continue;
      if (directory.member(chatId, userId) === null) continue;
      socket.sendFrame({
        type: "UnreadEvent",
        chat_id: chatId,
        first_message_id: firstId,
        message_id: messageId,
        count,
        mentions_me: mentions.has(username),
      });
    }
  }
}
