import { type Action, type ActionInput, userId } from "./action.ts";

const patch = (
  verb: string,
  words: readonly string[],
  about: string,
  body: (input: ActionInput) => unknown,
): Action => ({
  noun: "users",
  verb,
  words,
  about,
  shows: "user",
  run: async (input) =>
    input.api({
      method: "PATCH",
      path: `/users/${await userId(input.api, input.words[0]!)}`,
      body: body(input),
    }),
});

export const PEOPLE: readonly Action[] = [
  {
    noun: "users",
    verb: "list",
    words: [],
    about: "All users",
    shows: "users",
    columns: ["user_id", "username", "display_name", "role", "enabled"],
    run: ({ api }) => api({ method: "GET", path: "/users" }),
  },
  {
    noun: "users",
    verb: "invite",
    words: [],
    about: "An invitation for one person; --role says as what",
    options: ["role"],
    shows: "invite",
    secret: "url",
    run: ({ api, options: { role } }) => api({ method: "POST", path: "/invites", body: { role } }),
  },
  patch("role", ["USER", "ROLE"], "Make a user owner, admin or member", ({ words }) => ({
    role: words[1],
  })),
  {
    noun: "users",
    verb: "password",
    words: ["USER"],
    about: "Set a new password, read from standard input",
    shows: "user",
    run: async ({ api, words: [user], input }) =>
      api({
        method: "PATCH",
        path: `/users/${await userId(api, user!)}`,
        body: { password: (await input()).replace(/\r?\n$/, "") },
      }),
  },
  patch("enable", ["USER"], "Let a user sign in again", () => ({ enabled: true })),
  patch("disable", ["USER"], "Sign a user out and keep them out", () => ({ enabled: false })),
  {
    noun: "tokens",
    verb: "list",
    words: [],
    about: "The owner's access tokens, without their secrets",
    shows: "access_tokens",
    columns: ["token_id", "name", "created_at", "expires_at"],
    run: ({ api }) => api({ method: "GET", path: "/me/tokens" }),
  },
  {
    noun: "tokens",
    verb: "create",
    words: ["NAME"],
    about: "A new access token of the owner; shown this once",
    shows: "access_token",
    secret: "token",
    run: ({ api, words: [name] }) => api({ method: "POST", path: "/me/tokens", body: { name } }),
  },
  {
    noun: "tokens",
    verb: "revoke",
    words: ["TOKEN_ID"],
    about: "End an access token",
    run: ({ api, words: [id] }) => api({ method: "DELETE", path: `/me/tokens/${id}` }),
  },
  {
    noun: "audit",
    verb: "list",
    words: [],
    about: "Who changed what, and when",
    shows: "audit",
    columns: ["at", "actor.username", "action", "object.kind", "object.name"],
    run: ({ api }) => api({ method: "GET", path: "/audit" }),
  },
];
