// What markdown means in a message: GitHub's flavour with line breaks kept, and no HTML of the writer's own.
import { Lexer, Marked, Parser, type Token, type Tokens } from "marked";

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** The address, when a message may link to it; anything but the web and mail stays text. */
export function safeAddress(href: string): string | null {
  try {
    const url = new URL(href.trim());
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

function link(href: string, inner: string): string {
  const address = safeAddress(href);
  if (!address) return inner;
  return `<a href="${
    escapeHtml(address)
  }" rel="noopener noreferrer nofollow" target="_blank">${inner}</a>`;
}

const marked = new Marked({ gfm: true, breaks: true });
marked.use({
  renderer: {
    // A tag is shown as it was written, as chat users expect; only the break that tables need is one.
    html({ text }: Tokens.HTML | Tokens.Tag) {
      return /^<br\s*\/?>$/i.test(text.trim()) ? "<br>" : escapeHtml(text);
    },
    // Pictures stay links: loading one would tell its host who reads the message, and when.
    image({ href, text }) {
      return link(href, escapeHtml(text || href));
    },
    link({ href, tokens }) {
      return link(href, this.parser.parseInline(tokens));
    },
    // The page's own headings stay in order, whatever a message holds.
    heading({ tokens, depth }) {
      return `<p class="heading heading-${depth}">${this.parser.parseInline(tokens)}</p>`;
    },
    checkbox({ checked }) {
      return checked ? "☑ " : "☐ ";
    },
  },
});

/** Links by reference that earlier blocks defined, for the blocks lexed after them. */
export type Links = Lexer["tokens"]["links"];

export function lex(source: string, links: Links): Token[] {
  const lexer = new Lexer(marked.defaults);
  Object.assign(lexer.tokens.links, links);
  const tokens = lexer.lex(source);
  Object.assign(links, lexer.tokens.links);
  return tokens;
}

/** HTML that still has to be sanitized. */
export function toHtml(tokens: Token[]): string {
  return marked.parser(tokens);
}

export function inlineToHtml(tokens: Token[]): string {
  return new Parser(marked.defaults).parseInline(tokens);
}

export function rowToHtml(cells: Tokens.TableCell[]): string {
  const html = cells.map(({ align, tokens }) =>
    `<td${align ? ` align="${align}"` : ""}>${inlineToHtml(tokens)}</td>`
  );
  return `<tr>${html.join("")}</tr>`;
}
