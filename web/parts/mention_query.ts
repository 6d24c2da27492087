// The name being typed after an @, and the text once it is chosen.

export interface MentionQuery {
  from: number;
  to: number;
  query: string;
}

export function mentionAt(text: string, caret: number): MentionQuery | null {
  const typed = text.slice(0, caret).match(/(?:^|[\s([{"'])@([\w.-]*)$/);
  if (!typed) return null;
  const query = typed[1]!;
  return { from: caret - query.length - 1, to: caret, query: query.toLowerCase() };
}

export function insertMention(text: string, { from, to }: MentionQuery, username: string) {
  const rest = text.slice(to);
  const before = `${text.slice(0, from)}@${username}${rest.startsWith(" ") ? "" : " "}`;
  return { text: before + rest, caret: before.length + (rest.startsWith(" ") ? 1 : 0) };
}

/** Those whose name begins so come before those that only contain it. */
export function matches<T extends { username: string; name: string }>(
  all: T[],
  query: string,
  most = 6,
): T[] {
  const rank = ({ username, name }: T) => {
    if (username.toLowerCase().startsWith(query)) return 0;
    if (name.toLowerCase().startsWith(query)) return 1;
    return username.toLowerCase().includes(query) || name.toLowerCase().includes(query) ? 2 : 3;
  };
  return all.map((each) => ({ each, rank: rank(each) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ each }) => each);
}
