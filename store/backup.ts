// A consistent copy of a store's file while it is in use, and its way back.
import { DatabaseSync } from "node:sqlite";

/** The file is not a copy of a Parley store. */
export class NotABackup extends Error {
  constructor(readonly file: string, reason: string, options?: ErrorOptions) {
    super(`Cannot use ${file} as a backup: ${reason}`, options);
    this.name = "NotABackup";
  }
}

/**
 * Copies the store as of one commit into a new file, also while another process writes to it: SQLite reads one snapshot,
 * and writers go on beside it. The call blocks, so a service must not make it on its event loop.
 */
export function backUp(source: string, target: string): void {
  const database = new DatabaseSync(source);
  try {
    database.exec("PRAGMA busy_timeout = 10000");
    database.prepare("VACUUM INTO ?").run(target);
  } finally {
    database.close();
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
