// The part of a long list of messages that the page holds, and the fetching of what lies beside it.
import { signal } from "@preact/signals";
import type { Message } from "../../wire/records.ts";
import {
  around,
  EMPTY_LIST,
  type MessageList,
  withNewer,
  withNewest,
  withOlder,
  withPosted,
} from "./message_list.ts";

export interface Page {
  messages: Message[];
  has_more: boolean;
}

const PAGE = 50;

export class MessageWindow {
  readonly list;
  /** What the reader wrote last, 0 for nothing. */
  readonly own = signal(0);
  #path: string;
  #read: (path: string) => Promise<Page>;
  #loading: Promise<void> | null = null;

  constructor(path: string, read: (path: string) => Promise<Page>, list = EMPTY_LIST) {
    this.list = signal<MessageList>(list);
    this.#path = path;
    this.#read = read;
  }

  has(messageId: number): boolean {
    return this.list.peek().messages.some((message) => message.message_id === messageId);
  }

  /** The newest page, whatever of the list the page holds. */
  newest(): Promise<Page> {
    return this.#page("");
  }

  take({ messages, has_more }: Page): void {
    this.list.value = withNewest(this.list.peek(), messages, has_more);
  }

  async loadNewest(): Promise<void> {
    this.take(await this.newest());
  }

  async loadOlder(): Promise<void> {
    const { messages: [first], hasOlder } = this.list.peek();
    if (!first || !hasOlder) return;
    await this.#once(async () => {
      const page = await this.#page(`&before=${first.message_id}`);
      const list = this.list.peek();
      // Meanwhile the window may have gone elsewhere.
      if (list.messages[0]?.message_id !== first.message_id) return;
      this.list.value = withOlder(list, page.messages, page.has_more);
    });
  }

  async loadNewer(): Promise<void> {
    const { messages, hasNewer } = this.list.peek();
    const last = messages.at(-1);
    if (!last || !hasNewer) return;
    await this.#once(async () => {
      const page = await this.#page(`&after=${last.message_id}`);
      const list = this.list.peek();
      if (list.messages.at(-1)?.message_id !== last.message_id) return;
      this.list.value = withNewer(list, page.messages, page.has_more);
    });
  }

  /** Brings the part that a link leads to, and tells whether the message is there. */
  async show(messageId: number): Promise<boolean> {
    if (this.has(messageId)) return true;
    const { messages, has_more } = await this.#page(`&before=${messageId + 1}`);
    if (messages.length === 0) await this.loadNewest();
    else {
      this.list.value = around(this.list.peek(), messages, has_more);
      await this.loadNewer();
    }
    return this.has(messageId);
  }

  add(message: Message): void {
    this.list.value = withPosted(this.list.peek(), message);
  }

  async addOwn(message: Message): Promise<void> {
    this.add(message);
    // Posted it is: that the page cannot be read now is no failure of that.
    if (!this.has(message.message_id)) await this.loadNewest().catch(() => {});
    this.own.value = message.message_id;
  }

  #page(query: string): Promise<Page> {
    return this.#read(`${this.#path}?limit=${PAGE}${query}`);
  }

  /** One page at a time: scrolling asks again and again. */
  #once(work: () => Promise<void>): Promise<void> {
    return this.#loading ??= work().finally(() => this.#loading = null);
  }
}
