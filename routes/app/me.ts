// The viewer and the tokens that the viewer's programs sign in with.
import { z } from "zod";
import { createToken, listTokens, revokeToken } from "../../chat/access_tokens.ts";
import type { CredentialRecord } from "../../store/records.ts";
import { Time, Ulid, User } from "../../wire/records.ts";
import { ok } from "../answers.ts";
import { viewer } from "../guards.ts";
import { time, userRecord } from "../records.ts";
import { route } from "../route.ts";
import { Done, Lifetime, Name, success } from "./fields.ts";

const AccessToken = z.object({
  token_id: Ulid,
  name: z.string(),
  created_at: Time,
  expires_at: Time.nullable(),
}).meta({ id: "AccessToken" });

const TokenBody = z.object({
  name: Name,
  expires_in_s: Lifetime.nullish().meta({ description: "Without it the token does not run out" }),
}).meta({ id: "TokenBody" });

export const meRoutes = [
  route({
    method: "GET",
    path: "/api/v1/me",
    name: "read_me",
    summary: "The person who is signed in",
    who: viewer,
    answer: success({
      user: User,
      address: z.string().meta({ description: "The caller's IP address as the service sees it" }),
    }),
    handle: ({ who, address }) => ok({ user: userRecord(who.user), address }),
  }),
  route({
    method: "GET",
    path: "/api/v1/me/tokens",
    name: "list_tokens",
    summary: "The viewer's personal access tokens, without their secrets",
    who: viewer,
    answer: success({ access_tokens: z.array(AccessToken) }),
    handle: ({ context, who }) => ok({ access_tokens: listTokens(context, who).map(tokenRecord) }),
  }),
  route({
    method: "POST",
    path: "/api/v1/me/tokens",
    name: "create_token",
    summary: "Make a personal access token; it is shown this once",
    who: viewer,
    body: TokenBody,
    answer: success({ access_token: AccessToken, token: z.string() }),
    errors: ["forbidden"],
    handle: async ({ context, who, body }) => {
      const { name, expires_in_s: seconds } = body;
      const lifetimeMs = seconds === undefined || seconds === null ? null : seconds * 1000;
      const { credential, token } = await createToken(context, who, { name, lifetimeMs });
      return ok({ access_token: tokenRecord(credential), token });
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/me/tokens/:token_id",
    name: "revoke_token",
    summary: "End one of the viewer's access tokens",
    who: viewer,
    answer: Done,
    errors: ["not_found"],
    handle: async ({ context, who, params }) => {
      await revokeToken(context, who, params.token_id!);
      return ok({});
    },
  }),
];

function tokenRecord({ id, label, createdAt, expiresAt }: CredentialRecord) {
  return {
    token_id: id,
    name: label,
    created_at: time(createdAt),
    expires_at: expiresAt === null ? null : time(expiresAt),
  };
}
