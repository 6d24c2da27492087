// A code block: its language, a button that copies it, and text that grows without being laid out anew.
import { copyText } from "../stores/clipboard.ts";
import type { Code } from "./blocks.ts";
import { sanitize } from "./sanitize.ts";

/** Longer code stays plain: colouring it would hold up a frame. */
const MAX_HIGHLIGHTED = 20_000;
const LINES_PER_CHUNK = 40;

export interface CodeWords {
  copy: string;
  copied: string;
  code: string;
}

let last = Promise.resolve();

/** Colours one block at a time, in tasks of their own, so that neither many nor a long one hold up a frame. */
function turn(): Promise<void> {
  return last = last.then(() => new Promise((resolve) => setTimeout(resolve, 16)));
}

export class CodeBlock {
  readonly element = document.createElement("div");
  #label = document.createElement("span");
  #body = document.createElement("code");
  #text = "";
  #code: Code = { text: "", language: "", open: true };

  constructor(words: CodeWords) {
    this.element.className = "code-block";
    const head = document.createElement("div");
    head.className = "code-head";
    const copy = document.createElement("button");
    copy.type = "button";
    copy.textContent = words.copy;
    copy.addEventListener("click", async () => {
      if (!await copyText(this.#code.text)) return;
      copy.textContent = words.copied;
      setTimeout(() => copy.textContent = words.copy, 1500);
    });
    head.append(this.#label, copy);
    const pre = document.createElement("pre");
    // Wide code scrolls sideways, which the keyboard can do only in what it can reach.
    pre.tabIndex = 0;
    pre.setAttribute("role", "group");
    pre.setAttribute("aria-label", words.code);
    pre.append(this.#body);
    this.element.append(head, pre);
  }

  update(code: Code): void {
    const before = this.#code;
    this.#code = code;
    this.#label.textContent = code.language;
    if (code.text !== this.#text) this.#write(code.text);
    const settled = !code.open && (before.open || before.text !== code.text);
    if (settled && code.language && code.text.length <= MAX_HIGHLIGHTED) this.#highlight(code);
  }

  #write(text: string): void {
    let rest = text;
    const plain = this.#body.querySelector(".hljs-done") === null;
    if (plain && text.startsWith(this.#text)) rest = text.slice(this.#text.length);
    else this.#body.replaceChildren();
    this.#text = text;
    for (const line of rest.split(/(?<=\n)/)) {
      let chunk = this.#body.lastElementChild as HTMLElement | null;
      const lines = Number(chunk?.dataset.lines ?? 0);
      if (!chunk || (lines >= LINES_PER_CHUNK && chunk.textContent!.endsWith("\n"))) {
        chunk = document.createElement("span");
        chunk.className = "code-chunk";
        chunk.dataset.lines = "0";
        chunk.append("");
        this.#body.append(chunk);
      }
      (chunk.firstChild as Text).appendData(line);
      if (line.endsWith("\n")) chunk.dataset.lines = String(Number(chunk.dataset.lines) + 1);
    }
  }

  async #highlight(code: Code): Promise<void> {
    const { highlight } = await import("./highlighter.ts");
    await turn();
    const html = this.#code === code ? highlight(code.text, code.language) : null;
    if (html === null) return;
    await turn();
    const chunk = document.createElement("span");
    chunk.className = "code-chunk hljs-done";
    chunk.append(sanitize(html));
    if (this.#code === code) this.#body.replaceChildren(chunk);
  }
}
