// Every key of the store. Nothing else in the program spells one.
type Key = Deno.KvKey;

/** Which schema the data has; see migrations. */
export const SCHEMA: Key = ["schema"];
/** The newest log id: checked and set by every commit, so that ids are in commit order over all processes. */
export const HEAD: Key = ["head"];
/** The log id up to which the projections are laid down. */
export const MARK: Key = ["mark"];

/** The log, one row for each entry, in commit order. */
export const logRow = (id: number): Key => ["m", id];
/** Records of authority, one table for each noun of the directory. */
export const tableRow = (
  table: string,
  id: readonly (string | number)[],
): Key => ["table", table, ...id];
export const TABLES: Key = ["table"];

/** The text of a reply that is still being generated. */
export const generatingRow = (messageId: number): Key => ["gn", messageId];
export const GENERATING: Key = ["gn"];

/** Blocks of an append-only list; `first` is the position of the block's first value. */
export const blockRow = (list: string, owner: number | string, first: number): Key => [
  "block",
  list,
  owner,
  first,
];
export const blocksOf = (list: string, owner: number | string): Key => ["block", list, owner];
/** How many replies a root has, and which bots take part; beneath the chat, so that a page is one range. */
export const threadRow = (chatId: number, rootId: number): Key => ["thread", chatId, rootId];
/** A bot's newest and oldest event, and what it has acked. */
export const cursorRow = (bot: number): Key => ["cursor", bot];
export const CURSORS: Key = ["cursor"];
export const ackRow = (bot: number): Key => ["ack", bot];
export const ACKS: Key = ["ack"];
/** The sliding windows of a webhook. */
export const windowRow = (webhookId: string): Key => ["window", webhookId];
export const WINDOWS: Key = ["window"];
export const idempotencyRow = (hash: string): Key => ["idem", hash];
export const deliveriesRow = (ownerId: string): Key => ["deliveries", ownerId];
/** Attempts to sign in, by the hash of who tries. */
export const attemptsRow = (key: string): Key => ["attempt", key];

export const passwordRow = (userId: string): Key => ["password", userId];
export const readMarkerRow = (userId: string, chatId: number): Key => ["read", userId, chatId];
export const readMarkersOf = (userId: string): Key => ["read", userId];
/** The probe of readiness. */
export const PROBE: Key = ["probe"];
