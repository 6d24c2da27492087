// Marks @names in rendered text, but only those that the server read as mentions.

const NAME =
  /(?<![\p{L}\p{N}_.@+/-])@([a-z0-9](?:[a-z0-9._-]{0,30}[a-z0-9])?)(?![\p{L}\p{N}_@-])/giu;

export function markMentions(root: ParentNode & Node, mentions: string[], me: string | null): void {
  if (mentions.length === 0) return;
  const texts: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.includes("@") || text.parentElement?.closest("code, a")) continue;
    for (const match of [...text.data.matchAll(NAME)].reverse()) {
      const name = match[1]!.toLowerCase();
      if (!mentions.includes(name)) continue;
      const found = text.splitText(match.index);
      found.splitText(match[0].length);
      const mark = document.createElement("span");
      mark.className = name === me ? "mention mention-me" : "mention";
      found.replaceWith(mark);
      mark.append(found);
    }
  }
}
