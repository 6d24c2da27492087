// Usernames of people and bots together: a mention names one of them.
import type { Directory } from "../store/directory.ts";
import { Refusal } from "./errors.ts";

export function isFree(directory: Directory, username: string): boolean {
  return directory.userNamed(username) === null && directory.botNamed(username) === null;
}

export function requireFree(directory: Directory, username: string): void {
  if (isFree(directory, username)) return;
  throw new Refusal("username_taken", {
    message: `The username ${username} is taken; choose another`,
    fields: { field: "username" },
  });
}

/** A username for someone who has named none. */
export function usernameFrom(directory: Directory, name: string): string {
  const plain = name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9._-]+/g, ".").slice(0, 24).replace(/^[._-]+|[._-]+$/g, "");
  const base = plain === "" ? "user" : plain;
  for (let number = 1;; number++) {
    const username = number === 1 ? base : `${base}${number}`;
    if (isFree(directory, username)) return username;
  }
}
