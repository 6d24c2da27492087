// @mentions: `@username` between characters no username has, outside code and e-mail addresses. Computed once, when a
// message is posted.
import { proseOf } from "./prose.ts";

const NONE: readonly string[] = [];
// A row of the store holds the longest reply and this many names beside it.
export const MAX_MENTIONS = 50;

export const USERNAME = /^[a-z0-9](?:[a-z0-9._-]{0,30}[a-z0-9])?$/;

const NAME = "@([A-Za-z0-9](?:[A-Za-z0-9._-]{0,30}[A-Za-z0-9])?)(?![\\p{L}\\p{N}_@-])";
const MENTION = new RegExp(`(?<![\\p{L}\\p{N}_.@+/-])${NAME}`, "gu");
const LEADING_MENTION = new RegExp(`^\\s*${NAME}`, "u");

/** The usernames that a message mentions, in lower case, each once, in order. */
export function mentionsIn(content: string): readonly string[] {
  if (!content.includes("@")) return NONE;
  const names = new Set<string>();
  for (const [, name] of proseOf(content).matchAll(MENTION)) {
    names.add(name!.toLowerCase());
    if (names.size === MAX_MENTIONS) break;
  }
  return [...names];
}

/** The content without a mention of this username at its start. */
export function withoutLeadingMention(content: string, username: string): string {
  const [mention, name] = LEADING_MENTION.exec(content) ?? [];
  if (mention === undefined || name!.toLowerCase() !== username) return content;
  return content.slice(mention.length).replace(/^[,:;.!?]*\s*/, "");
}
