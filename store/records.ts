// The records of the directory: who exists, and who may do what. Kept whole in memory, a row each on disk.
export type Role = "owner" | "admin" | "member";
export type TriggerMode = "all" | "mentions" | "manual";

export interface UserRecord {
  id: string;
  username: string;
  displayName: string;
  avatarUrl: string | null;
  role: Role;
  enabled: boolean;
  createdAt: number;
  /** An owner that stands for a configured token alone: the set-up, or a password, makes it a person's. */
  unclaimed?: true;
}

export interface ChatRecord {
  id: number;
  kind: "group" | "direct";
  name: string;
  createdAt: number;
  /** The person who may delete it beside owners and admins. */
  createdBy?: string;
  deletedAt: number | null;
}

export interface MemberRecord {
  chatId: number;
  kind: "user" | "bot";
  id: string;
  joinedAt: number;
}

export interface WebhookRecord {
  id: string;
  chatId: number;
  name: string;
  description: string;
  defaultUsername: string | null;
  defaultAvatarUrl: string | null;
  enabled: boolean;
  ipAllowlist: string[];
  ratePerMinute: number;
  ratePerHour: number;
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
}

export interface BotRecord {
  id: string;
  /** A small number that stands for the bot in the events of a log row. */
  ref: number;
  name: string;
  username: string;
  description: string;
  displayName: string;
  avatarUrl: string | null;
  triggerMode: TriggerMode;
  enabled: boolean;
  createdAt: number;
  /** The person who may change it beside owners and admins. */
  createdBy?: string;
  updatedAt: number;
  deletedAt: number | null;
}

export type CredentialKind = "bot" | "webhook" | "session" | "personal" | "setup";

/** What a presented secret stands for; the secret itself is kept nowhere. */
export interface CredentialRecord {
  hash: string;
  id: string;
  kind: CredentialKind;
  ownerId: string;
  label: string;
  createdAt: number;
  expiresAt: number | null;
}

export interface InviteRecord {
  hash: string;
  id: string;
  role: Role;
  createdBy: string;
  createdAt: number;
  expiresAt: number;
}

export interface Tables {
  user: UserRecord;
  chat: ChatRecord;
  member: MemberRecord;
  webhook: WebhookRecord;
  bot: BotRecord;
  credential: CredentialRecord;
  invite: InviteRecord;
}
export type TableName = keyof Tables;

type Id = readonly (string | number)[];

const ID_OF: { [T in TableName]: (record: Tables[T]) => Id } = {
  user: (r) => [r.id],
  chat: (r) => [r.id],
  member: (r) => [r.chatId, r.kind, r.id],
  webhook: (r) => [r.id],
  bot: (r) => [r.id],
  credential: (r) => [r.hash],
  invite: (r) => [r.hash],
};

export function idOf<T extends TableName>(table: T, record: Tables[T]): Id {
  return ID_OF[table](record);
}

/** One change of the directory: the record as it is now, or `removed`. */
export type Put = {
  [T in TableName]: { table: T; record: Tables[T]; removed?: true };
}[TableName];
