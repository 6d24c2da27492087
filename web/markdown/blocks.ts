// Splits markdown into blocks that stay as they are while text is appended, and one last block that may change.
import type { Token, Tokens } from "marked";
import { lex, type Links } from "./parser.ts";

export interface Block {
  raw: string;
  tokens: Token[];
  /** A code fence; `open` until its closing line has come. */
  code: { text: string; language: string; open: boolean } | null;
}

export interface Split {
  source: string;
  blocks: Block[];
  /** The blocks, and the characters, that appended text cannot change any more. */
  stableBlocks: number;
  stableLength: number;
  /** Addresses that earlier brackets may refer to. One still being typed is defined anew at each letter. */
  links: Links;
}

/** A long list is cut between its items, so that a growing one is not rendered again from its start. */
const ITEMS_PER_BLOCK = 20;

export const EMPTY: Split = {
  source: "",
  blocks: [],
  stableBlocks: 0,
  stableLength: 0,
  links: {},
};

function codeOf(token: Token): Block["code"] {
  if (token.type !== "code") return null;
  const { raw, text, lang } = token as Tokens.Code;
  const fence = raw.match(/^ {0,3}(`{3,}|~{3,})/)?.[1];
  if (!fence) return { text, language: "", open: false };
  const lines = raw.replace(/\n+$/, "").split("\n");
  const last = lines.at(-1)!.trim();
  const isFence = last.length >= fence.length && last.replaceAll(fence[0]!, "") === "";
  const open = lines.length < 2 || !isFence;
  return {
    // Half of a closing line would show for a moment as code.
    text: open ? text.replace(/(^|\n) {0,3}(`{1,2}|~{1,2})$/, "$1") : text,
    // Until its line is whole, the name of the language is not known.
    language: lines.length < 2 ? "" : (lang ?? "").match(/^\S*/)![0].toLowerCase(),
    open,
  };
}

function listParts(list: Tokens.List): Block[] {
  const whole = list.items.map((item) => item.raw).join("");
  if (list.items.length <= ITEMS_PER_BLOCK || !list.raw.startsWith(whole.trimEnd())) {
    return [{ raw: list.raw, tokens: [list], code: null }];
  }
  const parts: Block[] = [];
  let offset = 0;
  for (let first = 0; first < list.items.length; first += ITEMS_PER_BLOCK) {
    const items = list.items.slice(first, first + ITEMS_PER_BLOCK);
    const isLast = first + ITEMS_PER_BLOCK >= list.items.length;
    const length = items.reduce((sum, item) => sum + item.raw.length, 0);
    const raw = isLast ? list.raw.slice(offset) : list.raw.slice(offset, offset + length);
    const start = list.ordered ? Number(list.start) + first : list.start;
    parts.push({ raw, tokens: [{ ...list, raw, items, start } as Tokens.List], code: null });
    offset += length;
  }
  return parts;
}

function toBlocks(tokens: Token[]): Block[] {
  const blocks: Block[] = [];
  let leading = "";
  for (const token of tokens) {
    if (token.type === "space") {
      const last = blocks.at(-1);
      if (last) last.raw += token.raw;
      else leading += token.raw;
    } else if (token.type === "list") blocks.push(...listParts(token as Tokens.List));
    else blocks.push({ raw: token.raw, tokens: [token], code: codeOf(token) });
  }
  if (leading && blocks[0]) blocks[0].raw = leading + blocks[0].raw;
  return blocks;
}

function merge(from: Split, source: string, previous: Split): Split {
  const links: Links = {};
  const rest = source.slice(from.stableLength);
  const tail = toBlocks(lex(rest, links));
  const isSame = JSON.stringify(links) === JSON.stringify(previous.links);
  const known = isSame ? previous.blocks.slice(from.stableBlocks) : [];
  const fresh = tail.map((block, index) => known[index]?.raw === block.raw ? known[index] : block);
  const settled = fresh.slice(0, -1);
  const text = settled.map((block) => block.raw).join("");
  // The lexer may tidy what it returns; then its lengths tell no place in the source, and nothing is settled yet.
  const isExact = rest.startsWith(text);
  return {
    source,
    blocks: [...from.blocks.slice(0, from.stableBlocks), ...fresh],
    stableBlocks: from.stableBlocks + (isExact ? settled.length : 0),
    stableLength: from.stableLength + (isExact ? text.length : 0),
    links,
  };
}

/** Splits `text`; what `previous` already settled is taken over when the text only grew. */
export function splitBlocks(text: string, previous: Split = EMPTY): Split {
  const source = text.replaceAll("\r\n", "\n");
  const grew = source.startsWith(previous.source.slice(0, previous.stableLength));
  // References reach over all blocks, in both directions; texts that hold definitions are rare enough to be split whole.
  if (!grew || hasLinks(previous)) return merge(EMPTY, source, previous);
  const split = merge(previous, source, previous);
  return hasLinks(split) && previous.stableLength > 0 ? merge(EMPTY, source, previous) : split;
}

function hasLinks(split: Split): boolean {
  return Object.keys(split.links).length > 0;
}
