// A consistent copy of a store's file while it is in use, and its way back.
import { backup, DatabaseSync } from "node:sqlite";

/** The file is not a copy of a Parley store. */
export class NotABackup extends Error {
  constructor(readonly file: string, reason: string, options?: ErrorOptions) {
    super(`Cannot use ${file} as a backup: ${reason}`, options);
    this.name = "NotABackup";
  }
}

const WHOLE_FILE = 2 ** 31 - 1;

/**
 * Copies the store as of one commit into a new file, also while another process writes to it. All pages go in one step, which
 * reads one snapshot while writers go on beside it; in several steps each write would begin the copy again. VACUUM INTO
 * would do as well, but the runtime allows it only to programs with every permission there is.
 */
export async function backUp(source: string, target: string): Promise<void> {
  const database = new DatabaseSync(source);
  try {
    database.exec("PRAGMA busy_timeout = 10000");
    await backup(database, target, { rate: WHOLE_FILE });
  } finally {
    database.close();
  }
  // One file, without the write-ahead log that the source works with.
  const copy = new DatabaseSync(target);
  try {
    copy.exec("PRAGMA journal_mode = DELETE");
  } finally {
    copy.close();
  }
}

/** Throws NotABackup unless the file is whole and holds a key-value store. */
export function verifyBackup(file: string): void {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    const [row] = database.prepare("PRAGMA quick_check(1)").all();
    if (Object.values(row ?? {})[0] !== "ok") throw new NotABackup(file, "it is damaged");
    database.prepare("SELECT count(*) FROM (SELECT 1 FROM kv LIMIT 1)").get();
  } catch (error) {
    if (error instanceof NotABackup) throw error;
    throw new NotABackup(file, "it is not the file of a Parley store", { cause: error });
  } finally {
    database?.close();
  }
}
