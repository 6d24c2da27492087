// Whose name and picture a message carries: the request's own, then the defaults of the webhook or bot.
// A name or picture that cannot be used is left aside and said so: an alert is not lost for a bad picture.
import type { AuthorSnapshot } from "../store/entries.ts";

const MAX_NAME = 80;
const MAX_AVATAR = 2048;

/** Snapshots of authors without overrides are shared: most posts have none. */
const usual = new WeakMap<object, AuthorSnapshot>();

/** How a webhook or bot stands beside its message. */
export function authorOf(
  owner: { id: string; username?: string },
  kind: "bot" | "webhook",
  { displayName, avatarUrl }: Identity,
): AuthorSnapshot {
  const known = usual.get(owner);
  if (known?.displayName === displayName && known.avatarUrl === avatarUrl) return known;
  const { id, username = null } = owner;
  const author: AuthorSnapshot = { kind, id, username, displayName, avatarUrl };
  usual.set(owner, author);
  return author;
}

export interface Identity {
  displayName: string;
  avatarUrl: string | null;
  warnings: string[];
}

const NO_WARNINGS: string[] = [];

export function chooseIdentity(
  asked: { username?: unknown; avatar_url?: unknown },
  fallback: { displayName: string; avatarUrl: string | null },
): Identity {
  const { displayName, avatarUrl } = fallback;
  if (asked.username === undefined && asked.avatar_url === undefined) {
    return { displayName, avatarUrl, warnings: NO_WARNINGS };
  }
  const identity: Identity = { displayName, avatarUrl, warnings: [] };
  if (asked.username !== undefined && asked.username !== null) {
    const name = usableName(asked.username);
    if (name === null) {
      identity.warnings.push(
        `The username was not used: it must be a string of 1 to ${MAX_NAME} characters after trimming`,
      );
    } else identity.displayName = name;
  }
  if (asked.avatar_url !== undefined && asked.avatar_url !== null) {
    const url = usableAvatar(asked.avatar_url);
    if (url === null) {
      identity.warnings.push(
        `The avatar_url was not used: it must be an absolute http(s) URL of at most ${MAX_AVATAR} characters`,
      );
    } else identity.avatarUrl = url;
  }
  return identity;
}

export function usableName(value: unknown): string | null {
  if (typeof value !== "string" || !value.isWellFormed()) return null;
  const name = value.trim();
  const length = name.length > 2 * MAX_NAME ? Infinity : [...name].length;
  return length >= 1 && length <= MAX_NAME ? name : null;
}

/** The URL in its ASCII form, or null where it is no picture's address. */
export function usableAvatar(value: unknown): string | null {
  if (typeof value !== "string" || value.length > MAX_AVATAR) return null;
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return null;
  const { href } = new URL(value);
  return href.length <= MAX_AVATAR ? href : null;
}
