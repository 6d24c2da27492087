// Shows markdown that may still grow: at most one pass a frame, only blocks that changed, within a budget.
import { type Block, EMPTY, type Split, splitBlocks } from "./blocks.ts";
import { markMentions } from "./mention.ts";
import { piecesOf, show, type Shown, type TreeOptions } from "./tree.ts";

/** What one frame may spend on rendering; the rest waits for the next. */
const BUDGET_MS = 8;

interface ShownBlock {
  /** Null until the whole block is shown. */
  block: Block | null;
  element: HTMLElement;
  children: Shown[];
}

export interface ViewOptions {
  words: TreeOptions["words"];
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
  #shown: ShownBlock[] = [];
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
    const isWhole = this.#showBlocks(blocks, started);
    this.#options.onRendered?.();
    const cost = performance.now() - started;
    // A block so large that one pass is slow is shown less often instead of holding up every frame.
    this.#notBefore = cost > 2 * BUDGET_MS ? performance.now() + 4 * cost : 0;
    if (!isWhole) this.#schedule();
  }

  /** False when the frame's time was over before the last block. */
  #showBlocks(blocks: Block[], started: number): boolean {
    const options: TreeOptions = {
      words: this.#options.words,
      decorate: (fragment) => markMentions(fragment, this.#options.mentions, this.#options.me),
      isOver: () => performance.now() - started > BUDGET_MS,
      columns: () => [],
    };
    for (const [index, block] of blocks.entries()) {
      const shown = this.#shown[index] ?? this.#addBlock();
      if (shown.block === block) continue;
      const name = isContinued(block, blocks[index - 1]) ? "block block-continued" : "block";
      if (shown.element.className !== name) shown.element.className = name;
      if (index > 0 && options.isOver()) return false;
      shown.block = null;
      options.columns = () => this.#columnsBefore(index);
      const pieces = piecesOf(block.tokens, options);
      if (!show(shown.element, shown.children, pieces, options)) return false;
      shown.block = block;
    }
    return true;
  }

  /** Measured at the last part of the table that has a head. */
  #columnsBefore(index: number): number[] {
    for (let at = index - 1; at >= 0; at--) {
      const cells = this.#shown[at]!.element.querySelectorAll("th");
      if (cells.length > 0) return [...cells].map((cell) => cell.getBoundingClientRect().width);
    }
    return [];
  }

  #addBlock(): ShownBlock {
    const element = document.createElement("div");
    this.#root.append(element);
    const shown: ShownBlock = { block: null, element, children: [] };
    this.#shown.push(shown);
    return shown;
  }
}

/** Two lists follow each other only where a long one was cut. */
function isContinued(block: Block, before: Block | undefined): boolean {
  const type = block.tokens[0]?.type;
  return (type === "list" || type === "table") && before?.tokens[0]?.type === type;
}
