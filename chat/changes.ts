// A change of authority: one plan, in which the rights are looked at again, and one note of who changed what.
import type { Draft } from "../store/batch.ts";
import type { AuditNote } from "../store/entries.ts";
import { ChangeTooLarge, RowTooLarge } from "../store/errors.ts";
import type { Put, UserRecord } from "../store/records.ts";
import type { Context } from "./context.ts";
import { Refusal } from "./errors.ts";
import { guarded } from "./posting.ts";
import type { Viewer } from "./viewers.ts";

export type Actor = AuditNote["actor"];
export type Note = Omit<AuditNote, "actor">;

/** Who acts where nobody is signed in. */
export const SYSTEM: Actor = { kind: "system", id: "", username: "system" };

export function actorOf({ id, username }: UserRecord): Actor {
  return { kind: "user", id, username };
}

/** The viewer as the directory has it at this moment, or a refusal where the right to act has ended. */
export function currentUser({ store }: Context, { user, credential }: Viewer): UserRecord {
  const current = store.directory.user(user.id);
  const revoked = credential !== null && store.directory.credential(credential.hash) === null;
  if (current === null || !current.enabled || revoked) {
    throw new Refusal("unauthorized", {
      message: "Your sign-in has ended; sign in again",
      headers: { "WWW-Authenticate": "Bearer" },
    });
  }
  return current;
}

/** Runs one plan and says, where the store fails it, that nothing was changed. */
export async function change<T>(
  { store }: Context,
  plan: (draft: Draft) => T,
): Promise<T> {
  try {
    return await guarded(() => store.write(plan));
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "send_failed") throw error;
    const { cause } = error;
    const isTooLarge = cause instanceof ChangeTooLarge || cause instanceof RowTooLarge;
    throw new Refusal("send_failed", {
      message: isTooLarge
        ? "The change was not saved: it is more than the store takes at once; make it in parts"
        : "The change was not saved; retry with exponential backoff",
      cause,
    });
  }
}

/** Appends a change with its note; one that changes nothing is not written. */
export function record(draft: Draft, actor: Actor, puts: Put[], note: Note): void {
  if (puts.length === 0) return;
  draft.append({ kind: "change", puts, audit: { actor, ...note } });
}

/** The names of the fields that differ: names only, since values may be private. */
export function changedFields<R extends object>(
  before: R,
  after: R,
  names: Partial<Record<keyof R, string>>,
): string[] {
  const fields = Object.entries(names) as [keyof R, string][];
  return fields.filter(([field]) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map(([, name]) => name);
}

/** The fields that were given at all. */
export function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<T>;
}
type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> };
