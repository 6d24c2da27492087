// A service in memory for tests: people, chats, webhooks and bots in a line each, requests through the real handler, and a
// clock that only the test moves.
import { monotonicFactory } from "ulid";
import { type App, createApp } from "../app.ts";
import type { Context, Settings } from "../chat/context.ts";
import { eventMeaning } from "../chat/event_codes.ts";
import { hashToken, mintToken, PREFIX } from "../chat/tokens.ts";
import type {
  BotRecord,
  ChatRecord,
  CredentialKind,
  Put,
  UserRecord,
  WebhookRecord,
} from "../store/records.ts";
import { codeOf, Store } from "../store/store.ts";
import { checkDescribed } from "./described.ts";

export const START = Date.UTC(2026, 0, 15, 12, 0, 0);
export const BASE_URL = "http://parley.test";

export class Clock {
  now = START;
  advance(ms: number): void {
    this.now += ms;
  }
}

/** Whoever has a token. */
export interface Holder {
  token: string;
}
export type SeededUser = UserRecord & Holder;
export type SeededBot = BotRecord & Holder;
export type SeededWebhook = WebhookRecord & Holder & { path: string };

export interface Reply {
  status: number;
  // deno-lint-ignore no-explicit-any -- tests read whatever they expect, and fail where it is not there
  body: any;
  headers: Headers;
}

export interface SeedOptions {
  settings?: Partial<Settings>;
  data?: string;
  maxQueue?: number;
}

/** The header that a holder's calls carry. */
export const as = ({ token }: Holder): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
});

export async function seed(options: SeedOptions = {}): Promise<Seed> {
  const clock = new Clock();
  const { data = ":memory:", maxQueue } = options;
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const store = await Store.open({ data, now: () => clock.now, maxQueue, report });
  const ulid = monotonicFactory();
  const context: Context = {
    store,
    settings: {
      baseUrl: BASE_URL,
      ownerToken: null,
      trustedProxies: [],
      legacyBotTokenPrefixes: [],
      eventRetentionMs: 7 * 86_400_000,
      heartbeatMs: 30_000,
      replyStallMs: 60_000,
      replyLeaseMs: 600_000,
      maxStreamsPerBot: 16,
      ...options.settings,
    },
    now: () => clock.now,
    newId: () => ulid(clock.now),
    report,
    // Hashing as in earnest takes half a second.
    passwordCost: 4,
  };
  const app = createApp(context);
  const t = new Seed(context, app, clock, reported);
  return t;
}

export class Seed {
  #count = 0;

  constructor(
    readonly context: Context,
    readonly app: App,
    readonly clock: Clock,
    /** What was reported to whoever runs the service. */
    readonly reported: unknown[],
  ) {}

  get store(): Store {
    return this.context.store;
  }

  async user(fields: Partial<UserRecord> = {}): Promise<SeededUser> {
    const username = fields.username ?? `user${++this.#count}`;
    const record: UserRecord = {
      id: this.context.newId(),
      username,
      displayName: username.replace(/^./, (first) => first.toUpperCase()),
      avatarUrl: null,
      role: "member",
      enabled: true,
      createdAt: this.clock.now,
      ...fields,
    };
    const token = mintToken(PREFIX.personal);
    await this.#put([
      { table: "user", record },
      this.#credential("personal", record.id, token),
    ]);
    return { ...record, token };
  }

  owner(fields: Partial<UserRecord> = {}): Promise<SeededUser> {
    return this.user({ username: "owner", role: "owner", ...fields });
  }

  /** A group chat with these members. */
  async chat(name = "ops", ...members: (UserRecord | BotRecord)[]): Promise<ChatRecord> {
    return await this.#chat("group", name, members);
  }

  async direct(one: UserRecord, other: UserRecord | BotRecord): Promise<ChatRecord> {
    return await this.#chat("direct", "", [one, other]);
  }

  async join(chat: ChatRecord, ...members: (UserRecord | BotRecord)[]): Promise<void> {
    await this.#put(members.map((member) => this.#member(chat.id, member)));
  }

  async leave(chat: ChatRecord, ...members: (UserRecord | BotRecord)[]): Promise<void> {
    await this.#put(members.map((member) => ({
      ...this.#member(chat.id, member),
      removed: true,
    })));
  }

  async webhook(chat: ChatRecord, fields: Partial<WebhookRecord> = {}): Promise<SeededWebhook> {
    const record: WebhookRecord = {
      id: this.context.newId(),
      chatId: chat.id,
      name: "Alerts",
      description: "",
      defaultUsername: null,
      defaultAvatarUrl: null,
      enabled: true,
      ipAllowlist: [],
      ratePerMinute: 60,
      ratePerHour: 1000,
      createdAt: this.clock.now,
      updatedAt: this.clock.now,
      deletedAt: null,
      ...fields,
    };
    const token = mintToken(PREFIX.webhook);
    await this.#put([
      { table: "webhook", record },
      this.#credential("webhook", record.id, token),
    ]);
    return { ...record, token, path: `/webhooks/v1/${record.id}/${token}` };
  }

  async bot(fields: Partial<BotRecord> = {}, token?: string): Promise<SeededBot> {
    const username = fields.username ?? `bot${++this.#count}`;
    const minted = token ?? mintToken(PREFIX.bot);
    const record = await this.store.write((draft) => {
      const record: BotRecord = {
        id: this.context.newId(),
        ref: this.store.directory.nextBotRef,
        name: username,
        username,
        description: "",
        displayName: username,
        avatarUrl: null,
        triggerMode: "mentions",
        enabled: true,
        createdAt: this.clock.now,
        updatedAt: this.clock.now,
        deletedAt: null,
        ...fields,
      };
      const puts: Put[] = [
        { table: "bot", record },
        this.#credential("bot", record.id, minted),
      ];
      draft.append({ kind: "change", puts });
      return record;
    });
    return { ...record, token: minted };
  }

  /** Changes a record of a webhook or bot behind the app's API. */
  async change(put: Put): Promise<void> {
    await this.#put([put]);
  }

  /** The events that a bot was given, as `type trigger`. */
  async eventsOf(bot: BotRecord): Promise<string[]> {
    const items = await this.store.events.after(bot.ref, 0, 1000);
    return items.map(({ value }) => {
      const { type, trigger } = eventMeaning(codeOf(value));
      return `${type} ${trigger}`;
    });
  }

  get(path: string, headers?: HeadersInit): Promise<Reply> {
    return this.request("GET", path, undefined, headers);
  }
  post(path: string, body?: unknown, headers?: HeadersInit): Promise<Reply> {
    return this.request("POST", path, body, headers);
  }
  put(path: string, body?: unknown, headers?: HeadersInit): Promise<Reply> {
    return this.request("PUT", path, body, headers);
  }
  patch(path: string, body?: unknown, headers?: HeadersInit): Promise<Reply> {
    return this.request("PATCH", path, body, headers);
  }
  delete(path: string, headers?: HeadersInit): Promise<Reply> {
    return this.request("DELETE", path, undefined, headers);
  }

  /** A string or bytes as the body are sent as they are, anything else as JSON. */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: HeadersInit = {},
    peer = "127.0.0.1",
  ): Promise<Reply> {
    const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array
      ? body as BodyInit | undefined
      : JSON.stringify(body);
    const request = new Request(BASE_URL + path, { method, body: raw, headers });
    const response = await this.app.handle(request, peer);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    const answer = {
      status: response.status,
      body: isJson && text !== "" ? JSON.parse(text) : text,
      headers: response.headers,
    };
    checkDescribed(this.app.routes, method, path, answer);
    return answer;
  }

  async close(): Promise<void> {
    this.app.drain();
    await this.store.close();
  }

  async #chat(
    kind: ChatRecord["kind"],
    name: string,
    members: (UserRecord | BotRecord)[],
  ): Promise<ChatRecord> {
    return await this.store.write((draft) => {
      const id = this.store.directory.nextChatId;
      const record: ChatRecord = { id, kind, name, createdAt: this.clock.now, deletedAt: null };
      const puts: Put[] = [
        { table: "chat", record },
        ...members.map((member) => this.#member(id, member)),
      ];
      draft.append({ kind: "change", puts });
      return record;
    });
  }

  #member(chatId: number, member: UserRecord | BotRecord) {
    const kind = "ref" in member ? "bot" as const : "user" as const;
    const record = { chatId, kind, id: member.id, joinedAt: this.clock.now };
    return { table: "member" as const, record };
  }

  #credential(kind: CredentialKind, ownerId: string, token: string): Put {
    const record = {
      hash: hashToken(token),
      id: this.context.newId(),
      kind,
      ownerId,
      label: "",
      createdAt: this.clock.now,
      expiresAt: null,
    };
    return { table: "credential", record };
  }

  async #put(puts: Put[]): Promise<void> {
    await this.store.write((draft) => void draft.append({ kind: "change", puts }));
  }
}
