// Splits markdown into blocks that stay as they are while text is appended, and one last block that may change.
import type { Token, Tokens } from "marked";
import { lex, type Links } from "./parser.ts";

export interface Block {
  raw: string;
  tokens: Token[];
}

/** A code block; `open` until its closing line has come. */
export interface Code {
  text: string;
  language: string;
  open: boolean;
}

export interface Split {
  source: string;
  blocks: Block[];
  /** The blocks, and the characters, that appended text cannot change any more. */
  stableBlocks: number;
  stableLength: number;
  /** The first two lines of a table that goes on after what is settled. */
  tableHead: string;
  /** Addresses that earlier brackets may refer to. One still being typed is defined anew at each letter. */
  links: Links;
}

/** A part of a table after its first rows: shown without the head, in the same columns. */
export interface TablePart extends Tokens.Table {
  head: string;
  continued: boolean;
}

/** A long table is cut between its rows. */
const ROWS_PER_BLOCK = 40;

/** A long list is cut between its items, so that a growing one is not rendered again from its start. */
const ITEMS_PER_BLOCK = 20;

export const EMPTY: Split = {
  source: "",
  blocks: [],
  stableBlocks: 0,
  stableLength: 0,
  tableHead: "",
  links: {},
};

export function codeOf(token: Token): Code | null {
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
    return [{ raw: list.raw, tokens: [list] }];
  }
  const parts: Block[] = [];
  let offset = 0;
  for (let first = 0; first < list.items.length; first += ITEMS_PER_BLOCK) {
    const items = list.items.slice(first, first + ITEMS_PER_BLOCK);
    const isLast = first + ITEMS_PER_BLOCK >= list.items.length;
    const length = items.reduce((sum, item) => sum + item.raw.length, 0);
    const raw = isLast ? list.raw.slice(offset) : list.raw.slice(offset, offset + length);
    const start = list.ordered ? Number(list.start) + first : list.start;
    parts.push({ raw, tokens: [{ ...list, raw, items, start } as Tokens.List] });
    offset += length;
  }
  return parts;
}

function tableParts(table: Tokens.Table, before: string): Block[] {
  const lines = table.raw.split(/(?<=\n)/);
  const head = before || lines.splice(0, 2).join("");
  const parts: Block[] = [];
  for (let first = 0; first === 0 || first < table.rows.length; first += ROWS_PER_BLOCK) {
    const end = first + ROWS_PER_BLOCK;
    const continued = before !== "" || first > 0;
    const some = lines.slice(first, end < table.rows.length ? end : undefined).join("");
    const raw = continued ? some : head + some;
    const token: TablePart = { ...table, raw, rows: table.rows.slice(first, end), head, continued };
    parts.push({ raw, tokens: [token] });
  }
  return parts.filter((part) => part.raw !== "");
}

/** Lexes what follows a part of a table: its lines are rows only below the head. */
function lexTail(rest: string, head: string, links: Links): Token[] {
  const tokens = lex(head + rest, links);
  const first = tokens[0];
  if (head && first) first.raw = first.raw.slice(head.length);
  return tokens;
}

function toBlocks(tokens: Token[], head: string): Block[] {
  const blocks: Block[] = [];
  let leading = "";
  for (const token of tokens) {
    if (token.type === "space") {
      const last = blocks.at(-1);
      if (last) last.raw += token.raw;
      else leading += token.raw;
    } else if (token.type === "list") blocks.push(...listParts(token as Tokens.List));
    else if (token.type === "table") {
      blocks.push(...tableParts(token as Tokens.Table, token === tokens[0] ? head : ""));
    } else blocks.push({ raw: token.raw, tokens: [token] });
  }
  if (leading && blocks[0]) blocks[0].raw = leading + blocks[0].raw;
  return blocks;
}

function merge(from: Split, source: string, previous: Split): Split {
  const links: Links = {};
  const rest = source.slice(from.stableLength);
  const tail = toBlocks(lexTail(rest, from.tableHead, links), from.tableHead);
  const isSame = JSON.stringify(links) === JSON.stringify(previous.links);
  const known = isSame ? previous.blocks.slice(from.stableBlocks) : [];
  const fresh = tail.map((block, index) => known[index]?.raw === block.raw ? known[index] : block);
  const settled = fresh.slice(0, -1);
  const text = settled.map((block) => block.raw).join("");
  // The lexer may tidy what it returns; then its lengths tell no place in the source, and nothing is settled yet.
  const isExact = rest.startsWith(text);
  const isTable = (block?: Block) => block?.tokens[0]?.type === "table";
  const last = fresh.at(-1);
  const goesOn = isExact && isTable(last) && (last!.tokens[0] as TablePart).continued;
  const isStill = !isExact || fresh.length < 2 ? from.tableHead : "";
  return {
    source,
    tableHead: goesOn ? (last!.tokens[0] as TablePart).head : isStill,
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
