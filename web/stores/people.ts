// What people are called now: a message keeps the name that its author had when it was written.
import { signal } from "@preact/signals";
import type { Author, User } from "../../wire/records.ts";
import { get } from "../api.ts";
import { whenWithoutStream } from "./session.ts";
import { onFrame } from "./stream.ts";

export type Shown = Pick<User, "display_name" | "avatar_url">;

const people = signal<ReadonlyMap<string, Shown>>(new Map());

/** A person as they are called now. Bots and webhooks choose a name for each message, and keep it. */
export function authorNow(author: Author): Author {
  const now = author.kind === "user" ? people.value.get(author.id) : undefined;
  return now ? { ...author, display_name: now.display_name, avatar_url: now.avatar_url } : author;
}

async function loadPeople(): Promise<void> {
  const { users } = await get<{ users: User[] }>("/users");
  people.value = new Map(users.map((user) => [user.user_id, user]));
}

whenWithoutStream(loadPeople);
// Whatever was missed while the connection was away. Without it the names of old are shown.
onFrame("hello", () => loadPeople().catch(() => {}));
onFrame("IdentityEvent", ({ kind, id, display_name, avatar_url }) => {
  if (kind === "user") people.value = new Map(people.value).set(id, { display_name, avatar_url });
});
