// The directory: every record of authority, whole in memory and exact, because each commit checks the log's head and a
// process that missed a change reads it before it commits again.
import {
  type BotRecord,
  type ChatRecord,
  type CredentialRecord,
  idOf,
  type InviteRecord,
  type MemberRecord,
  type Put,
  type TableName,
  type Tables,
  type UserRecord,
  type WebhookRecord,
} from "./records.ts";

type TableMaps = { [T in TableName]: Map<string, Tables[T]> };

const keyOf = (id: readonly (string | number)[]): string => id.join("/");
const NO_MEMBERS: ReadonlyMap<string, MemberRecord> = new Map();

export class Directory {
  readonly #tables: TableMaps = {
    user: new Map(),
    chat: new Map(),
    member: new Map(),
    webhook: new Map(),
    bot: new Map(),
    credential: new Map(),
    invite: new Map(),
  };
  readonly #usersByName = new Map<string, UserRecord>();
  readonly #botsByName = new Map<string, BotRecord>();
  readonly #botsByRef = new Map<number, BotRecord>();
  readonly #membersByChat = new Map<number, Map<string, MemberRecord>>();
  readonly #chatsByMember = new Map<string, Set<number>>();
  readonly #webhooksByChat = new Map<number, Set<string>>();
  readonly #credentialsByOwner = new Map<string, Set<string>>();
  #lastChatId = 0;
  #lastBotRef = 0;
  #revision = 0;

  /** Grows with every change: what is derived from the directory can be kept until it does. */
  get revision(): number {
    return this.#revision;
  }
  get nextChatId(): number {
    return this.#lastChatId + 1;
  }
  get nextBotRef(): number {
    return this.#lastBotRef + 1;
  }

  user(id: string): UserRecord | null {
    return this.#tables.user.get(id) ?? null;
  }
  userNamed(username: string): UserRecord | null {
    return this.#usersByName.get(username) ?? null;
  }
  users(): UserRecord[] {
    return [...this.#tables.user.values()];
  }

  chat(id: number): ChatRecord | null {
    return this.#tables.chat.get(String(id)) ?? null;
  }
  chats(): ChatRecord[] {
    return [...this.#tables.chat.values()];
  }
  member(chatId: number, id: string): MemberRecord | null {
    return this.#membersByChat.get(chatId)?.get(id) ?? null;
  }
  membersOf(chatId: number): ReadonlyMap<string, MemberRecord> {
    return this.#membersByChat.get(chatId) ?? NO_MEMBERS;
  }
  chatsOf(memberId: string): ChatRecord[] {
    const ids = [...this.#chatsByMember.get(memberId) ?? []];
    return ids.map((id) => this.chat(id)).filter((chat) => chat !== null);
  }

  webhook(id: string): WebhookRecord | null {
    return this.#tables.webhook.get(id) ?? null;
  }
  webhooksOf(chatId: number): WebhookRecord[] {
    const ids = [...this.#webhooksByChat.get(chatId) ?? []];
    return ids.map((id) => this.webhook(id)).filter((webhook) => webhook !== null);
  }

  bot(id: string): BotRecord | null {
    return this.#tables.bot.get(id) ?? null;
  }
  botNamed(username: string): BotRecord | null {
    return this.#botsByName.get(username) ?? null;
  }
  botOfRef(ref: number): BotRecord | null {
    return this.#botsByRef.get(ref) ?? null;
  }
  bots(): BotRecord[] {
    return [...this.#tables.bot.values()];
  }

  credential(hash: string): CredentialRecord | null {
    return this.#tables.credential.get(hash) ?? null;
  }
  credentialsOf(ownerId: string): CredentialRecord[] {
    const hashes = [...this.#credentialsByOwner.get(ownerId) ?? []];
    return hashes.map((hash) => this.credential(hash)).filter((credential) => credential !== null);
  }
  credentials(): CredentialRecord[] {
    return [...this.#tables.credential.values()];
  }
  invite(hash: string): InviteRecord | null {
    return this.#tables.invite.get(hash) ?? null;
  }
  invites(): InviteRecord[] {
    return [...this.#tables.invite.values()];
  }

  /** Applies one change and returns what takes it back. */
  apply(put: Put): () => void {
    const key = keyOf(idOf(put.table, put.record as never));
    const map = this.#tables[put.table] as Map<string, unknown>;
    const before = map.get(key) as Put["record"] | undefined;
    this.#replace(put.table, key, before, put.removed ? undefined : put.record);
    return () => this.#replace(put.table, key, put.removed ? undefined : put.record, before);
  }

  #replace(
    table: TableName,
    key: string,
    before: Put["record"] | undefined,
    after: Put["record"] | undefined,
  ): void {
    this.#revision++;
    const map = this.#tables[table] as Map<string, unknown>;
    if (before !== undefined) this.#index({ table, record: before } as Put, false);
    if (after === undefined) map.delete(key);
    else {
      map.set(key, after);
      this.#index({ table, record: after } as Put, true);
    }
  }

  #index(put: Put, present: boolean): void {
    const { table, record } = put;
    if (table === "user") setOrDelete(this.#usersByName, record.username, record, present);
    else if (table === "bot") {
      setOrDelete(this.#botsByRef, record.ref, record, present);
      if (record.deletedAt === null) {
        setOrDelete(this.#botsByName, record.username, record, present);
      }
      this.#lastBotRef = Math.max(this.#lastBotRef, record.ref);
    } else if (table === "chat") this.#lastChatId = Math.max(this.#lastChatId, record.id);
    else if (table === "member") {
      const members = getOrMake(this.#membersByChat, record.chatId, () => new Map());
      setOrDelete(members, record.id, record, present);
      addOrDelete(this.#chatsByMember, record.id, record.chatId, present);
    } else if (table === "webhook") {
      addOrDelete(
        this.#webhooksByChat,
        record.chatId,
        record.id,
        present && record.deletedAt === null,
      );
    } else if (table === "credential") {
      addOrDelete(this.#credentialsByOwner, record.ownerId, record.hash, present);
    }
  }
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, value = make());
  return value;
}

function setOrDelete<K, V>(map: Map<K, V>, key: K, value: V, present: boolean): void {
  if (present) map.set(key, value);
  else map.delete(key);
}

function addOrDelete<K, V>(sets: Map<K, Set<V>>, key: K, value: V, present: boolean): void {
  const set = getOrMake(sets, key, () => new Set<V>());
  if (present) set.add(value);
  else set.delete(value);
}
