// Invitations: a link that lets one person in, with the role that it was made for.
import type { InviteRecord, Put, Role, UserRecord } from "../store/records.ts";
import { actorOf, change, currentUser, record } from "./changes.ts";
import type { Context } from "./context.ts";
import { Refusal } from "./errors.ts";
import { checkNewPassword, hashPassword } from "./passwords.ts";
import { requireManager, requireMayGive } from "./roles.ts";
import { addSession, type SignedIn } from "./sessions.ts";
import type { NewPerson } from "./setup.ts";
import { hashToken, mintToken, PREFIX } from "./tokens.ts";
import { requireFree, usernameFrom } from "./usernames.ts";
import type { Viewer } from "./viewers.ts";

const KEPT = 500;

export function listInvites({ store, now }: Context): InviteRecord[] {
  return store.directory.invites().filter(({ expiresAt }) => expiresAt > now());
}

export async function createInvite(
  context: Context,
  viewer: Viewer,
  { role, lifetimeMs }: { role: Role; lifetimeMs: number },
): Promise<{ invite: InviteRecord; code: string }> {
  const code = mintToken(PREFIX.invite);
  return await change(context, (draft) => {
    const user = requireManager(currentUser(context, viewer));
    requireMayGive(user, role);
    const open = listInvites(context);
    if (open.length >= KEPT) {
      throw new Refusal("forbidden", {
        message:
          `There are ${open.length} open invitations; the limit is ${KEPT}: revoke some first`,
      });
    }
    const invite: InviteRecord = {
      hash: hashToken(code),
      id: context.newId(),
      role,
      createdBy: user.id,
      createdAt: draft.at,
      expiresAt: draft.at + lifetimeMs,
    };
    const over = context.store.directory.invites().filter(({ expiresAt }) => expiresAt <= draft.at);
    const puts: Put[] = [
      ...over.slice(0, 100).map(removed),
      { table: "invite", record: invite },
    ];
    record(draft, actorOf(user), puts, noteOf("invite.create", invite));
    return { invite, code };
  });
}

export async function revokeInvite(context: Context, viewer: Viewer, id: string): Promise<void> {
  await change(context, (draft) => {
    const user = requireManager(currentUser(context, viewer));
    const invite = listInvites(context).find((invite) => invite.id === id);
    if (invite === undefined) {
      throw new Refusal("not_found", { message: "There is no open invitation of this id" });
    }
    record(draft, actorOf(user), [removed(invite)], noteOf("invite.revoke", invite));
  });
}

export async function acceptInvite(
  context: Context,
  code: string,
  { name, username, password }: NewPerson,
): Promise<SignedIn> {
  const { store, newId } = context;
  openInvite(context, code, context.now());
  if (username !== undefined) requireFree(store.directory, username);
  checkNewPassword(password);
  const hash = await hashPassword(password, context.passwordCost);
  const session = mintToken(PREFIX.session);
  return await change(context, (draft) => {
    const invite = openInvite(context, code, draft.at);
    if (username !== undefined) requireFree(store.directory, username);
    const user: UserRecord = {
      id: newId(),
      username: username ?? usernameFrom(store.directory, name),
      displayName: name,
      avatarUrl: null,
      role: invite.role,
      enabled: true,
      createdAt: draft.at,
    };
    draft.also(store.people.passwordWrite(user.id, hash));
    record(draft, actorOf(user), [{ table: "user", record: user }, removed(invite)], {
      action: "invite.accept",
      object: { kind: "user", id: user.id, name: user.username },
      chatId: null,
      changed: ["role"],
    });
    addSession(context, draft, user, session);
    return { user, session };
  });
}

function openInvite({ store }: Context, code: string, at: number): InviteRecord {
  const invite = store.directory.invite(hashToken(code));
  if (invite !== null && invite.expiresAt > at) return invite;
  throw new Refusal("not_found", {
    message: "The invitation was used, revoked or has run out; ask for a new one",
  });
}

const removed = (record: InviteRecord): Put => ({ table: "invite", record, removed: true });

function noteOf(action: string, { id, role }: InviteRecord) {
  return { action, object: { kind: "invite", id, name: role }, chatId: null, changed: [] };
}
