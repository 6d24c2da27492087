// Set-up and sign-in.
import { z } from "zod";
import { signIn, signOut } from "../../chat/sessions.ts";
import { setUp } from "../../chat/setup.ts";
import { User } from "../../wire/records.ts";
import { ok } from "../answers.ts";
import { appPage, viewer } from "../guards.ts";
import { userRecord } from "../records.ts";
import { route } from "../route.ts";
import { clearCookie, setCookie } from "./cookie.ts";
import { Done, Name, Password, success, Username } from "./fields.ts";

export const UserAnswer = success({ user: User });

const SetupBody = z.object({
  setup_token: z.string({ error: "must be the token of the set-up link" })
    .meta({ description: "From the link that the first start prints" }),
  name: Name,
  username: Username.optional().meta({ description: "Made from the name where it is missing" }),
  password: Password,
}).meta({ id: "SetupBody" });

const SessionBody = z.object({
  username: z.string({ error: "must be your username" }),
  password: z.string({ error: "must be your password" }),
}).meta({ id: "SessionBody" });

export const sessionRoutes = [
  route({
    method: "POST",
    path: "/api/v1/setup",
    name: "set_up",
    summary: "Make the owner with the one-time token of the first start, and sign in",
    who: appPage,
    body: SetupBody,
    answer: UserAnswer,
    errors: ["unauthorized", "already_set_up", "forbidden", "unavailable"],
    handle: async ({ context, body }) => {
      const { setup_token, ...person } = body;
      const { user, session } = await setUp(context, setup_token, person);
      return ok({ user: userRecord(user) }, setCookie(context, session));
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/sessions",
    name: "sign_in",
    summary: "Sign in with a password; the answer sets the session's cookie",
    who: appPage,
    body: SessionBody,
    answer: UserAnswer,
    errors: ["unauthorized", "forbidden", "rate_limit_exceeded", "unavailable"],
    handle: async ({ context, body, address }) => {
      const { user, session } = await signIn(context, { ...body, address });
      return ok({ user: userRecord(user) }, setCookie(context, session));
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/sessions/current",
    name: "sign_out",
    summary: "End the session of this cookie",
    who: viewer,
    answer: Done,
    handle: async ({ context, who }) => {
      await signOut(context, who);
      return ok({}, clearCookie(context));
    },
  }),
];
