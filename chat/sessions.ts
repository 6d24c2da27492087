// Signing in with a password, and what it gives: a session of thirty days.
import type { Draft } from "../store/batch.ts";
import type { UserRecord } from "../store/records.ts";
import { SIGN_IN_WINDOW_MS } from "../store/store.ts";
import { actorOf, change, currentUser, record } from "./changes.ts";
import type { Context } from "./context.ts";
import { credentialPut, endCredentials, surplus } from "./credentials.ts";
import { Refusal } from "./errors.ts";
import { isPassword } from "./passwords.ts";
import { hashToken, mintToken, PREFIX } from "./tokens.ts";
import type { Viewer } from "./viewers.ts";

export const SESSION_MS = 30 * 86_400_000;
const SESSIONS_KEPT = 50;
const PER_NAME = 10;
const PER_ADDRESS = 100;

export interface SignedIn {
  user: UserRecord;
  session: string;
}

export async function signIn(
  context: Context,
  given: { username: string; password: string; address: string },
): Promise<SignedIn> {
  const { store, now } = context;
  const username = given.username.trim().toLowerCase();
  const at = now();
  const limits = [
    { key: hashToken(`${username}\0${given.address}`), limit: PER_NAME },
    { key: hashToken(given.address), limit: PER_ADDRESS },
  ];
  // Counted before the password is looked at, so that attempts at once do not slip through.
  const wait = await store.signIns.take(limits, at);
  if (wait > 0) throw tooMany(wait);
  const user = store.directory.userNamed(username);
  const stored = user === null ? null : await store.people.password(user.id);
  // Who does not exist takes as long as who does.
  const fits = await isPassword(given.password, stored, context.passwordCost);
  if (user === null || !fits) {
    throw new Refusal("unauthorized", {
      message: "The username or the password is wrong; check both",
    });
  }
  await store.signIns.giveBack(limits.map(({ key }) => key), at);
  if (!user.enabled) {
    throw new Refusal("forbidden", {
      message: "This account is deactivated; ask an owner or admin to enable it",
    });
  }
  const session = mintToken(PREFIX.session);
  await change(context, (draft) => addSession(context, draft, user, session));
  return { user, session };
}

/** In a plan: a new session, in place of those that have run out. */
export function addSession(
  context: Context,
  draft: Draft,
  user: UserRecord,
  session: string,
): void {
  const { directory } = context.store;
  const sessions = directory.credentialsOf(user.id).filter(({ kind }) => kind === "session");
  const puts = [
    ...endCredentials(surplus(sessions, draft.at, SESSIONS_KEPT - 1), draft.at),
    credentialPut(context, draft.at, {
      kind: "session",
      ownerId: user.id,
      token: session,
      expiresAt: draft.at + SESSION_MS,
    }),
  ];
  draft.append({ kind: "change", puts });
}

/** Ends the session that the viewer came with; a personal token has none to end. */
export async function signOut(context: Context, viewer: Viewer): Promise<void> {
  const { credential } = viewer;
  if (credential?.kind !== "session") return;
  await change(context, (draft) => {
    currentUser(context, viewer);
    draft.append({ kind: "change", puts: endCredentials([credential], draft.at) });
  });
}

/** In a plan: ends every session of a person, save one. */
export function endSessions(
  { store }: Context,
  draft: Draft,
  by: UserRecord,
  user: UserRecord,
  except: string | null,
): void {
  const sessions = store.directory.credentialsOf(user.id)
    .filter(({ kind, hash }) => kind === "session" && hash !== except);
  record(draft, actorOf(by), endCredentials(sessions, draft.at), {
    action: "user.sign_out",
    object: { kind: "user", id: user.id, name: user.username },
    chatId: null,
    changed: ["sessions"],
  });
}

function tooMany(waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new Refusal("rate_limit_exceeded", {
    message:
      `Too many failed sign-ins (the limit is ${PER_NAME} in ${
        SIGN_IN_WINDOW_MS / 60_000
      } min for ` +
      `one username and address); retry in ${seconds} s`,
    headers: { "Retry-After": String(seconds) },
  });
}
