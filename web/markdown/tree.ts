// Brings the page to what the tokens say, touching only what differs: a growing list gains an item and keeps the others.
import type { Token, Tokens } from "marked";
import { codeOf, type TablePart } from "./blocks.ts";
import { CodeBlock } from "./code_block.ts";
import { inlineToHtml, rowToHtml, toHtml } from "./parser.ts";
import { sanitize } from "./sanitize.ts";

export interface TreeOptions {
  words: { copy: string; copied: string; code: string; table: string };
  /** Applied to each new piece of content. */
  decorate: (fragment: DocumentFragment) => void;
  /** Whether this frame's time is over; what is left waits for the next. */
  isOver: () => boolean;
  /** The widths of the columns that a part of a table continues. */
  columns: () => number[];
}

interface Shown {
  /** Null until the whole token is shown. */
  raw: string | null;
  kind: string;
  nodes: ChildNode[];
  /** Where the children stand, for what is shown piece by piece. */
  inside: Element | null;
  children: Shown[];
  code: CodeBlock | null;
}

/** Shorter paragraphs are shown in one go. */
const LONG_PARAGRAPH = 4000;

interface Piece {
  raw: string;
  kind: string;
  pieces: Piece[] | null;
  make: () => Pick<Shown, "nodes" | "inside" | "code">;
  token: Token | null;
}

function leaf(raw: string, kind: string, html: () => string, options: TreeOptions): Piece {
  const make = () => {
    const fragment = sanitize(html());
    options.decorate(fragment);
    return { nodes: [...fragment.childNodes], inside: null, code: null };
  };
  return { raw, kind, pieces: null, make, token: null };
}

function box(raw: string, kind: string, element: () => [Element, Element], pieces: Piece[]): Piece {
  const make = () => {
    const [outer, inside] = element();
    return { nodes: [outer], inside, code: null };
  };
  return { raw, kind, pieces, make, token: null };
}

function single(name: string): () => [Element, Element] {
  return () => {
    const element = document.createElement(name);
    return [element, element];
  };
}

function listPiece(token: Tokens.List, options: TreeOptions): Piece {
  const items = token.items.map((item) =>
    box(`${item.loose} ${item.raw}`, "item", single("li"), piecesOf(item.tokens, options))
  );
  const element = () => {
    const list = document.createElement(token.ordered ? "ol" : "ul");
    if (token.ordered && Number(token.start) !== 1) list.setAttribute("start", String(token.start));
    return [list, list] as [Element, Element];
  };
  return box(token.raw, `list ${token.ordered} ${token.start}`, element, items);
}

function tablePiece(token: TablePart, options: TreeOptions): Piece {
  const head = token.header.map((cell) => cell.text).join("|");
  const rows = token.rows.map((row) => {
    const raw = row.map((cell) => cell.text).join("\0");
    const piece = leaf(
      raw,
      "row",
      () => `<table><tbody>${rowToHtml(row)}</tbody></table>`,
      options,
    );
    const { make } = piece;
    const rowOnly = () => {
      const made = make();
      const row = (made.nodes[0] as Element).querySelector("tr")!;
      return { ...made, nodes: [row as ChildNode] };
    };
    return { ...piece, make: rowOnly };
  });
  const element = () => {
    const scroll = document.createElement("div");
    scroll.className = "table-scroll";
    // Wide tables scroll sideways, which the keyboard can do only in what it can reach.
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "group");
    scroll.setAttribute("aria-label", options.words.table);
    scroll.append(sanitize(toHtml([{ ...token, rows: [] } as Token])));
    const table = scroll.querySelector("table")!;
    const body = table.querySelector("tbody") ?? table.appendChild(document.createElement("tbody"));
    if (token.continued) continueColumns(table, options.columns());
    return [scroll, body] as [Element, Element];
  };
  return box(token.raw, `table ${head} ${token.continued}`, element, rows);
}

function continueColumns(table: HTMLTableElement, widths: number[]): void {
  table.tHead?.remove();
  const group = document.createElement("colgroup");
  for (const width of widths) {
    const column = document.createElement("col");
    column.style.width = `${width}px`;
    group.append(column);
  }
  table.prepend(group);
  table.style.tableLayout = "fixed";
  table.style.width = `${widths.reduce((sum, width) => sum + width, 0)}px`;
}

function codePiece(token: Token, options: TreeOptions): Piece {
  const make = () => {
    const code = new CodeBlock(options.words);
    return { nodes: [code.element as ChildNode], inside: null, code };
  };
  return { raw: token.raw, kind: "code", pieces: null, make, token };
}

export function piecesOf(tokens: Token[], options: TreeOptions): Piece[] {
  return tokens.map((token) => {
    if (token.type === "list") return listPiece(token as Tokens.List, options);
    if (token.type === "table") return tablePiece(token as TablePart, options);
    if (token.type === "code") return codePiece(token, options);
    if (token.type === "blockquote") {
      const inner = piecesOf((token as Tokens.Blockquote).tokens, options);
      return box(token.raw, "blockquote", single("blockquote"), inner);
    }
    if (token.type === "paragraph" && token.raw.length > LONG_PARAGRAPH) {
      const parts = (token as Tokens.Paragraph).tokens.map((part) =>
        leaf(part.raw, part.type, () => inlineToHtml([part]), options)
      );
      return box(token.raw, "long paragraph", single("p"), parts);
    }
    return leaf(token.raw, token.type, () => toHtml([token]), options);
  });
}

/** Shows the pieces in order; false when time ran out before the last. */
export function show(
  parent: Element,
  shown: Shown[],
  pieces: Piece[],
  options: TreeOptions,
): boolean {
  while (shown.length > pieces.length) for (const node of shown.pop()!.nodes) node.remove();
  for (const [index, piece] of pieces.entries()) {
    const known = shown[index];
    if (known?.kind === piece.kind && known.raw === piece.raw) continue;
    // Something always comes first, so that each frame gets further.
    if (index > 0 && options.isOver()) return false;
    if (!showPiece(parent, shown, index, piece, options)) return false;
  }
  return true;
}

function showPiece(
  parent: Element,
  shown: Shown[],
  index: number,
  piece: Piece,
  options: TreeOptions,
): boolean {
  let current = shown[index];
  const stays = current?.kind === piece.kind && (piece.pieces !== null || piece.token !== null);
  if (!current || !stays) {
    const made = { raw: null, kind: piece.kind, children: [], ...piece.make() };
    const next = shown[index + 1]?.nodes[0] ?? null;
    for (const node of made.nodes) parent.insertBefore(node, next);
    for (const node of current?.nodes ?? []) node.remove();
    shown[index] = current = made;
  }
  if (current.code && piece.token) current.code.update(codeOf(piece.token)!);
  if (piece.pieces) {
    current.raw = null;
    if (!show(current.inside!, current.children, piece.pieces, options)) return false;
  }
  current.raw = piece.raw;
  return true;
}

export type { Shown };
