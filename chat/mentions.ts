// @mentions: `@username` between characters no username has, outside code and e-mail addresses. Computed once, when a
// message is posted.
const NONE: readonly string[] = [];

export const USERNAME = /^[a-z0-9](?:[a-z0-9._-]{0,30}[a-z0-9])?$/;

const CODE =
  /(^|\n)[ ]{0,3}(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?)??(?:\n[ ]{0,3}\2[`~]*[ \t]*(?=\n|$)|$)|(`+)(?!`)[\s\S]*?[^`]\3(?!`)/g;
const MENTION =
  /(?<![\p{L}\p{N}_.@+/-])@([A-Za-z0-9](?:[A-Za-z0-9._-]{0,30}[A-Za-z0-9])?)(?![\p{L}\p{N}_@-])/gu;

/** The usernames that a message mentions, in lower case, each once, in order. */
export function mentionsIn(content: string): readonly string[] {
  if (!content.includes("@")) return NONE;
  const prose = content.replace(CODE, (code) => " ".repeat(Math.min(code.length, 1)));
  const names = new Set<string>();
  for (const [, name] of prose.matchAll(MENTION)) names.add(name!.toLowerCase());
  return [...names];
}

/** The content without a mention of this username at its start. */
export function withoutLeadingMention(content: string, username: string): string {
  const start = content.trimStart();
  const mention = `@${username}`;
  if (start.slice(0, mention.length).toLowerCase() !== mention) return content;
  const rest = start.slice(mention.length);
  return /^[\p{L}\p{N}_@-]/u.test(rest) ? content : rest.replace(/^[\s,:;.!?-]+/, "");
}
