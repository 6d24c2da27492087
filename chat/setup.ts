// The first start: a one-time link makes the owner; or a configured token stands for one.
import type { UserRecord } from "../store/records.ts";
import { actorOf, change, record, SYSTEM } from "./changes.ts";
import type { Context } from "./context.ts";
import { credentialPut, endCredentials } from "./credentials.ts";
import { Refusal } from "./errors.ts";
import { checkNewPassword, hashPassword } from "./passwords.ts";
import { addSession, type SignedIn } from "./sessions.ts";
import { hashToken, mintToken, PREFIX } from "./tokens.ts";
import { requireFree, usernameFrom } from "./usernames.ts";

const SETUP_MS = 24 * 3_600_000;
/** The owner of the set-up token, before there is anybody. */
const NOBODY = "setup";

/** Whether there is an owner who can sign in. */
export function isSetUp({ store }: Context): boolean {
  return store.directory.users().some((user) =>
    user.role === "owner" && user.enabled && !user.unclaimed
  );
}

/** What a start does: makes the configured token's owner, or gives the set-up link that somebody has to open. */
export async function prepareOwner(context: Context): Promise<string | null> {
  if (context.settings.ownerToken !== null) {
    await ensureOwner(context);
    return null;
  }
  const token = await newSetupToken(context);
  return token === null ? null : `${context.settings.baseUrl}/setup#token=${token}`;
}

/** Makes an owner where there is none, so that the configured owner token stands for somebody. */
export async function ensureOwner(context: Context): Promise<UserRecord> {
  const { store, newId } = context;
  return await change(context, (draft) => {
    const { directory } = store;
    const known = directory.users().find(({ role, enabled }) => role === "owner" && enabled);
    if (known !== undefined) return known;
    const user: UserRecord = {
      id: newId(),
      username: usernameFrom(directory, "owner"),
      displayName: "Owner",
      avatarUrl: null,
      role: "owner",
      enabled: true,
      createdAt: draft.at,
      unclaimed: true,
    };
    record(draft, SYSTEM, [{ table: "user", record: user }], noteOf("user.create", user));
    return user;
  });
}

/** A token for `{base_url}/setup#token=…` that works once, in place of older ones; null where all is set up. */
export async function newSetupToken(context: Context): Promise<string | null> {
  const token = mintToken(PREFIX.setup);
  return await change(context, (draft) => {
    if (isSetUp(context)) return null;
    const older = context.store.directory.credentialsOf(NOBODY);
    const puts = [
      ...endCredentials(older, draft.at),
      credentialPut(context, draft.at, {
        kind: "setup",
        ownerId: NOBODY,
        token,
        expiresAt: draft.at + SETUP_MS,
      }),
    ];
    draft.append({ kind: "change", puts });
    return token;
  });
}

export interface NewPerson {
  name: string;
  username?: string;
  password: string;
}

export async function setUp(
  context: Context,
  setupToken: string,
  { name, username, password }: NewPerson,
): Promise<SignedIn> {
  const { store, newId } = context;
  checkSetupToken(context, setupToken, context.now());
  checkNewPassword(password);
  const hash = await hashPassword(password, context.passwordCost);
  const session = mintToken(PREFIX.session);
  return await change(context, (draft) => {
    const { directory } = store;
    checkSetupToken(context, setupToken, draft.at);
    const { unclaimed: _, ...unclaimed } = directory.users().find((user) => user.unclaimed) ??
      { id: newId(), username: null, avatarUrl: null, createdAt: draft.at, unclaimed: true };
    if (username !== undefined && username !== unclaimed.username) requireFree(directory, username);
    const user: UserRecord = {
      ...unclaimed,
      username: username ?? usernameFrom(directory, name),
      displayName: name,
      role: "owner",
      enabled: true,
    };
    const puts = [
      { table: "user" as const, record: user },
      ...endCredentials(directory.credentialsOf(NOBODY), draft.at),
    ];
    draft.also(store.people.passwordWrite(user.id, hash));
    record(draft, actorOf(user), puts, noteOf("user.create", user));
    addSession(context, draft, user, session);
    return { user, session };
  });
}

function checkSetupToken(context: Context, token: string, at: number): void {
  if (isSetUp(context)) throw new Refusal("already_set_up");
  const credential = context.store.directory.credential(hashToken(token));
  if (credential?.kind === "setup" && (credential.expiresAt ?? 0) > at) return;
  throw new Refusal("unauthorized", {
    message: "The set-up link is not valid any more; start the service again for a new one",
  });
}

function noteOf(action: string, { id, username }: UserRecord) {
  return { action, object: { kind: "user", id, name: username }, chatId: null, changed: [] };
}
