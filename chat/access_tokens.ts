// Personal access tokens: what a person's programs sign in with.
import type { CredentialRecord } from "../store/records.ts";
import { actorOf, change, currentUser, record } from "./changes.ts";
import type { Context } from "./context.ts";
import { credentialPut, endCredentials, surplus } from "./credentials.ts";
import { Refusal } from "./errors.ts";
import { mintToken, PREFIX } from "./tokens.ts";
import type { Viewer } from "./viewers.ts";

const KEPT = 100;

export function listTokens({ store, now }: Context, { user }: Viewer): CredentialRecord[] {
  return store.directory.credentialsOf(user.id).filter(({ kind, expiresAt }) =>
    kind === "personal" && (expiresAt === null || expiresAt > now())
  );
}

export async function createToken(
  context: Context,
  viewer: Viewer,
  { name, lifetimeMs }: { name: string; lifetimeMs: number | null },
): Promise<{ credential: CredentialRecord; token: string }> {
  const { store } = context;
  const token = mintToken(PREFIX.personal);
  return await change(context, (draft) => {
    const user = currentUser(context, viewer);
    const own = listTokens(context, viewer);
    if (own.length >= KEPT) {
      throw new Refusal("forbidden", {
        message:
          `You have ${own.length} access tokens; the limit is ${KEPT} tokens: revoke one first`,
      });
    }
    const put = credentialPut(context, draft.at, {
      kind: "personal",
      ownerId: user.id,
      token,
      label: name,
      expiresAt: lifetimeMs === null ? null : draft.at + lifetimeMs,
    });
    const all = store.directory.credentialsOf(user.id).filter(({ kind }) => kind === "personal");
    const credential = put.record as CredentialRecord;
    const puts = [...endCredentials(surplus(all, draft.at, KEPT), draft.at), put];
    record(draft, actorOf(user), puts, noteOf("token.create", credential));
    return { credential, token };
  });
}

export async function revokeToken(
  context: Context,
  viewer: Viewer,
  tokenId: string,
): Promise<void> {
  await change(context, (draft) => {
    const user = currentUser(context, viewer);
    const token = listTokens(context, viewer).find(({ id }) => id === tokenId);
    if (token === undefined) {
      throw new Refusal("not_found", {
        message: "You have no access token of this id; GET /api/v1/me/tokens lists yours",
      });
    }
    record(draft, actorOf(user), endCredentials([token], draft.at), noteOf("token.revoke", token));
  });
}

function noteOf(action: string, { id, label }: CredentialRecord) {
  return { action, object: { kind: "token", id, name: label }, chatId: null, changed: [] };
}
