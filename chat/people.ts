// People: their names, roles and passwords, and whether they may sign in.
import type { Role, UserRecord } from "../store/records.ts";
import { actorOf, change, changedFields, currentUser, given, record } from "./changes.ts";
import type { Context } from "./context.ts";
import { invalidField, Refusal } from "./errors.ts";
import { checkNewPassword, hashPassword, isPassword } from "./passwords.ts";
import { requireMayChange, requireMayGive } from "./roles.ts";
import { endSessions } from "./sessions.ts";
import type { Viewer } from "./viewers.ts";

export interface PersonChange {
  displayName?: string;
  avatarUrl?: string | null;
  role?: Role;
  enabled?: boolean;
  password?: string;
  /** Asked of whoever changes their own. */
  currentPassword?: string;
}

const FIELDS = {
  displayName: "display_name",
  avatarUrl: "avatar_url",
  role: "role",
  enabled: "enabled",
} as const;

export async function changePerson(
  context: Context,
  viewer: Viewer,
  userId: string,
  wanted: PersonChange,
): Promise<UserRecord> {
  const { store } = context;
  const { password, currentPassword, ...fields } = wanted;
  const known = store.directory.user(userId);
  if (known === null) throw noPerson();
  let hash: string | null = null;
  if (password !== undefined) {
    authorize(currentUser(context, viewer), known, wanted);
    checkNewPassword(password);
    await checkCurrent(context, viewer, known, currentPassword);
    hash = await hashPassword(password, context.passwordCost);
  }
  return await change(context, (draft) => {
    const by = currentUser(context, viewer);
    const before = store.directory.user(userId);
    if (before === null) throw noPerson();
    authorize(by, before, wanted);
    const after: UserRecord = { ...before, ...given(fields) };
    refuseLastOwner(context, before, after);
    const changed = changedFields(before, after, FIELDS);
    if (hash !== null) changed.push("password");
    if (changed.length === 0) return before;
    if (hash !== null) delete after.unclaimed;
    if (hash !== null) draft.also(store.people.passwordWrite(userId, hash));
    record(draft, actorOf(by), [{ table: "user", record: after }], {
      action: changed.includes("role") ? "user.role" : "user.update",
      object: { kind: "user", id: userId, name: after.username },
      chatId: null,
      changed,
    });
    // Whoever had the old password is out; the page that changed it stays in.
    if (hash !== null || !after.enabled) {
      endSessions(
        context,
        draft,
        by,
        after,
        after.enabled ? viewer.credential?.hash ?? null : null,
      );
    }
    return after;
  });
}

function authorize(by: UserRecord, target: UserRecord, wanted: PersonChange): void {
  const { role, enabled } = wanted;
  const isSelf = by.id === target.id;
  const governs = (role !== undefined && role !== target.role) ||
    (enabled !== undefined && enabled !== target.enabled);
  // One's own role is lowered only by who could give it: an admin stays one until an owner says so.
  if (!isSelf || (governs && by.role !== "owner")) requireMayChange(by, target);
  if (role !== undefined && role !== target.role) requireMayGive(by, role);
}

async function checkCurrent(
  context: Context,
  viewer: Viewer,
  target: UserRecord,
  current: string | undefined,
): Promise<void> {
  // The configured owner token is a way back in for who forgot the password.
  if (viewer.user.id !== target.id || viewer.credential === null) return;
  const stored = await context.store.people.password(target.id);
  if (stored === null) return;
  if (await isPassword(current ?? "", stored, context.passwordCost)) return;
  throw invalidField(
    "current_password",
    "The current_password is not your password; send the one you sign in with",
  );
}

function refuseLastOwner({ store }: Context, before: UserRecord, after: UserRecord): void {
  const owns = ({ role, enabled }: UserRecord) => role === "owner" && enabled;
  if (!owns(before) || owns(after)) return;
  if (store.directory.users().some((user) => user.id !== before.id && owns(user))) return;
  throw new Refusal("forbidden", {
    message: "This is the last owner; make somebody else owner first",
  });
}

function noPerson(): Refusal {
  return new Refusal("not_found", {
    message: "There is no person of this id; see GET /api/v1/users",
  });
}
