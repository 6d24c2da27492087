// People and the invitations that bring them in.
import { z } from "zod";
import { acceptInvite, createInvite, listInvites, revokeInvite } from "../../chat/invites.ts";
import { changePerson } from "../../chat/people.ts";
import type { InviteRecord } from "../../store/records.ts";
import { Role, Time, Ulid, User } from "../../wire/records.ts";
import { ok } from "../answers.ts";
import { admin, appPage, viewer } from "../guards.ts";
import { time, userRecord } from "../records.ts";
import { route } from "../route.ts";
import { setCookie } from "./cookie.ts";
import { Avatar, Done, Enabled, Lifetime, Name, Password, success, Username } from "./fields.ts";
import { UserAnswer } from "./sessions.ts";

const ROLE = z.enum(Role.options, { error: "must be owner, admin or member" });
const WEEK_S = 7 * 86_400;

const Invite = z.object({
  invite_id: Ulid,
  role: Role,
  created_at: Time,
  expires_at: Time,
}).meta({ id: "Invite" });

const InviteBody = z.object({
  role: ROLE.nullish(),
  expires_in_s: Lifetime.nullish().meta({ description: "A week where it is missing" }),
}).meta({ id: "InviteBody" });

const AcceptBody = z.object({
  name: Name,
  username: Username.optional().meta({ description: "Made from the name where it is missing" }),
  password: Password,
}).meta({ id: "AcceptBody" });

const UserChange = z.object({
  display_name: Name.optional(),
  avatar_url: Avatar.optional(),
  role: ROLE.optional(),
  enabled: Enabled.optional(),
  password: Password.optional(),
  current_password: z.string().optional().meta({
    description: "Asked of whoever changes their own password",
  }),
}).meta({ id: "UserChange" });

export const peopleRoutes = [
  route({
    method: "GET",
    path: "/api/v1/users",
    name: "list_users",
    summary: "Everybody who has an account",
    who: viewer,
    answer: success({ users: z.array(User) }),
    handle: ({ context }) => ok({ users: context.store.directory.users().map(userRecord) }),
  }),
  route({
    method: "PATCH",
    path: "/api/v1/users/:user_id",
    name: "change_user",
    summary: "Change one's own name, picture or password; as owner or admin also roles and access",
    who: viewer,
    body: UserChange,
    answer: UserAnswer,
    errors: ["forbidden", "not_found", "unavailable"],
    handle: async ({ context, who, params, body }) => {
      const user = await changePerson(context, who, params.user_id!, {
        displayName: body.display_name,
        avatarUrl: body.avatar_url,
        role: body.role,
        enabled: body.enabled,
        password: body.password,
        currentPassword: body.current_password,
      });
      return ok({ user: userRecord(user) });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/invites",
    name: "list_invites",
    summary: "The open invitations, without their codes",
    who: admin,
    answer: success({ invites: z.array(Invite) }),
    handle: ({ context }) => ok({ invites: listInvites(context).map(inviteRecord) }),
  }),
  route({
    method: "POST",
    path: "/api/v1/invites",
    name: "create_invite",
    summary: "Invite one person; the link is shown this once",
    who: admin,
    body: InviteBody,
    answer: success({ invite: Invite, code: z.string(), url: z.string() }),
    errors: ["forbidden"],
    handle: async ({ context, who, body }) => {
      const { invite, code } = await createInvite(context, who, {
        role: body.role ?? "member",
        lifetimeMs: (body.expires_in_s ?? WEEK_S) * 1000,
      });
      const url = `${context.settings.baseUrl}/invite/${code}`;
      return ok({ invite: inviteRecord(invite), code, url });
    },
  }),
  // The router gives a place in a path one name, so an invitation's id stands where a code does.
  route({
    method: "DELETE",
    path: "/api/v1/invites/:code",
    name: "revoke_invite",
    summary: "End an open invitation; its invite_id stands in the path",
    who: admin,
    answer: Done,
    errors: ["not_found"],
    handle: async ({ context, who, params }) => {
      await revokeInvite(context, who, params.code!);
      return ok({});
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/invites/:code/accept",
    name: "accept_invite",
    summary: "Make the account that an invitation allows, and sign in",
    who: appPage,
    body: AcceptBody,
    answer: UserAnswer,
    errors: ["not_found", "username_taken", "forbidden", "unavailable"],
    handle: async ({ context, params, body }) => {
      const { user, session } = await acceptInvite(context, params.code!, body);
      return ok({ user: userRecord(user) }, setCookie(context, session));
    },
  }),
];

function inviteRecord({ id, role, createdAt, expiresAt }: InviteRecord) {
  return { invite_id: id, role, created_at: time(createdAt), expires_at: time(expiresAt) };
}
