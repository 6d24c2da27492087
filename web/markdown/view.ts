// Shows markdown that may still grow: at most one pass a frame, only blocks that changed, within a budget.
import { type Block, EMPTY, type Split, splitBlocks } from "./blocks.ts";
import { CodeBlock, type CodeWords } from "./code_block.ts";
import { markMentions } from "./mention.ts";
import { toHtml } from "./parser.ts";
import { sanitize } from "./sanitize.ts";

/** What one frame may spend on rendering; the rest waits for the next. */
const BUDGET_MS = 8;

interface Shown {
  block: Block | null;
  element: HTMLElement;
  code: CodeBlock | null;
}

export interface ViewOptions {
  words: CodeWords & { table: string };
  mentions: string[];
  me: string | null;
  /** Called after each pass that changed the page. */
  onRendered?: () => void;
}

export class MarkdownView {
  #root: HTMLElement;
  #options: ViewOptions;
  #source = "";
  #split: Split = EMPTY;
  #shown: Shown[] = [];
  #frame = 0;
  #notBefore = 0;

  constructor(root: HTMLElement, options: ViewOptions) {
    this.#root = root;
    this.#options = options;
  }

  /** Shows what fits the budget at once when nothing is shown yet; otherwise in the next frame. */
  update(source: string, options: ViewOptions): void {
    const isFirst = this.#shown.length === 0;
    this.#options = options;
    if (source === this.#source && !isFirst) return;
    this.#source = source;
    if (isFirst) this.#pass();
    else this.#schedule();
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
  }

  #schedule(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (performance.now() < this.#notBefore) this.#schedule();
      else this.#pass();
    });
  }

  #pass(): void {
    const started = performance.now();
    if (this.#split.source !== this.#source) this.#split = splitBlocks(this.#source, this.#split);
    const { blocks } = this.#split;
    while (this.#shown.length > blocks.length) this.#shown.pop()!.element.remove();
    let isWhole = true;
    for (let index = 0; index < blocks.length; index++) {
      if (this.#shown[index]?.block === blocks[index]) continue;
      if (index > 0 && performance.now() - started > BUDGET_MS) {
        isWhole = false;
        break;
      }
      this.#show(index, blocks[index]!);
    }
    this.#options.onRendered?.();
    const cost = performance.now() - started;
    // A block so large that one pass is slow, a wide table say, is shown less often instead of holding up frames.
    this.#notBefore = isWhole && cost > 2 * BUDGET_MS ? performance.now() + 4 * cost : 0;
    if (!isWhole) this.#schedule();
  }

  #show(index: number, block: Block): void {
    let shown = this.#shown[index];
    if (!shown) {
      shown = { block: null, element: document.createElement("div"), code: null };
      shown.element.className = "block";
      this.#shown[index] = shown;
      this.#root.append(shown.element);
    }
    shown.block = block;
    if (block.code) {
      if (!shown.code) {
        shown.code = new CodeBlock(this.#options.words);
        shown.element.replaceChildren(shown.code.element);
      }
      shown.code.update(block.code);
    } else {
      shown.code = null;
      shown.element.replaceChildren(this.#render(block));
    }
  }

  #render(block: Block): DocumentFragment {
    const fragment = sanitize(toHtml(block.tokens));
    markMentions(fragment, this.#options.mentions, this.#options.me);
    for (const table of fragment.querySelectorAll("table")) {
      const scroll = document.createElement("div");
      scroll.className = "table-scroll";
      scroll.tabIndex = 0;
      scroll.setAttribute("role", "region");
      scroll.setAttribute("aria-label", this.#options.words.table);
      table.replaceWith(scroll);
      scroll.append(table);
    }
    // Code inside a list or a quotation, which is not a block of its own.
    for (const pre of fragment.querySelectorAll("pre")) {
      const language = pre.firstElementChild?.className.match(/language-(\S+)/)?.[1] ?? "";
      const code = new CodeBlock(this.#options.words);
      code.update({ text: pre.textContent!.replace(/\n$/, ""), language, open: false });
      pre.replaceWith(code.element);
    }
    return fragment;
  }
}
