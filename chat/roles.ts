// Who stands above whom: owners above admins above members.
import type { Role, UserRecord } from "../store/records.ts";
import { Refusal } from "./errors.ts";
import { mayManage } from "./viewers.ts";

export function requireManager(user: UserRecord): UserRecord {
  if (mayManage(user)) return user;
  throw new Refusal("forbidden", {
    message: "Only an owner or admin may do this; ask one of them",
  });
}

/** Owners give every role, admins that of a member. */
export function requireMayGive(user: UserRecord, role: Role): void {
  if (user.role === "owner" || (user.role === "admin" && role === "member")) return;
  throw new Refusal("forbidden", {
    message: `Only an owner may make somebody ${role}; ask an owner`,
  });
}

/** Owners change everybody, admins members. */
export function requireMayChange(user: UserRecord, target: UserRecord): void {
  if (user.role === "owner" || (user.role === "admin" && target.role === "member")) return;
  throw new Refusal("forbidden", {
    message: target.role === "member"
      ? "Only an owner or admin may change other people; ask one of them"
      : `Only an owner may change an ${target.role}; ask an owner`,
  });
}
