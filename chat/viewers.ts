// Whom a session or a personal access token stands for, and what that person may do.
import type { CredentialRecord, UserRecord } from "../store/records.ts";
import type { Context } from "./context.ts";
import { hashToken } from "./tokens.ts";

export interface Viewer {
  user: UserRecord;
  /** Null for the configured owner token. */
  credential: CredentialRecord | null;
}

export function viewerOf(
  { store, settings, now }: Context,
  token: string | null,
  kind: "session" | "personal",
): Viewer | null {
  if (token === null || token === "") return null;
  const hash = hashToken(token);
  if (
    kind === "personal" && settings.ownerToken !== null && hash === hashToken(settings.ownerToken)
  ) {
    const owner = store.directory.users().find(({ role, enabled }) => role === "owner" && enabled);
    return owner === undefined ? null : { user: owner, credential: null };
  }
  const credential = store.directory.credential(hash);
  if (credential === null || credential.kind !== kind) return null;
  if (credential.expiresAt !== null && credential.expiresAt <= now()) return null;
  const user = store.directory.user(credential.ownerId);
  return user !== null && user.enabled ? { user, credential } : null;
}

/** May manage people, bots and every chat's webhooks. */
export function mayManage(user: UserRecord): boolean {
  return user.role === "owner" || user.role === "admin";
}
