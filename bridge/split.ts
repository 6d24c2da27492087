import { byteLength } from "../client/mod.ts";

/** A line's end is worth looking for only so far back. */
const NEAR = 2_000;

/** Cuts `text` so that the head has at most `bytes` UTF-8 bytes: at a line's end, else at a space, else between characters. */
export function splitAt(text: string, bytes: number): [head: string, rest: string] {
  let size = 0;
  let end = 0;
  for (const character of text) {
    size += byteLength(character);
    if (size > bytes) break;
    end += character.length;
  }
  if (end === text.length) return [text, ""];
  for (const separator of ["\n", " "]) {
    const at = text.lastIndexOf(separator, end - 1);
    if (at > Math.max(0, end - NEAR)) return [text.slice(0, at + 1), text.slice(at + 1)];
  }
  return [text.slice(0, end), text.slice(end)];
}

/** The opening line of the code fence that `markdown` leaves open, or null. */
export function openFence(markdown: string): string | null {
  let open: string | null = null;
  for (const [line] of markdown.matchAll(/^ {0,3}(?:`{3,}|~{3,}).*$/gm)) {
    const mark = /^(`+|~+)/.exec(line.trim())![0];
    if (open === null) open = line.trim();
    else if (
      line.trim() === mark && open.startsWith(mark[0]!) && mark.length >= fenceOf(open).length
    ) {
      open = null;
    }
  }
  return open;
}

/** The mark that closes this fence. */
export function fenceOf(opening: string): string {
  return /^(`+|~+)/.exec(opening)![0];
}
