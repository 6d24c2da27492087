// The prose of a message: what stands outside code blocks and code spans. In one pass over the text, however hostile.
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The text with each piece of code as a space. */
export function proseOf(content: string): string {
  if (!content.includes("`") && !content.includes("~~~")) return content;
  const prose: string[] = [];
  let paragraph: string[] = [];
  let fence: string | null = null;
  const endParagraph = () => {
    if (paragraph.length > 0) prose.push(withoutSpans(paragraph.join("\n")));
    paragraph = [];
  };
  for (const line of content.split("\n")) {
    const [, marks, info] = FENCE.exec(line) ?? [];
    if (fence !== null) {
      if (marks?.startsWith(fence) && info!.trim() === "") fence = null;
    } else if (marks !== undefined && !(marks.startsWith("`") && info!.includes("`"))) {
      endParagraph();
      prose.push(" ");
      fence = marks;
    } else if (line.trim() === "") endParagraph();
    else paragraph.push(line);
  }
  endParagraph();
  return prose.join("\n");
}

// A span goes from a run of backticks to the next run of the same length.
function withoutSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)];
  const closing = new Array<number | undefined>(runs.length);
  const latest = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const { length } = runs[i]![0];
    closing[i] = latest.get(length);
    latest.set(length, i);
  }
  let prose = "";
  let from = 0;
  for (let i = 0; i < runs.length; i++) {
    const close = closing[i];
    if (close === undefined) continue;
    prose += paragraph.slice(from, runs[i]!.index) + " ";
    from = runs[close]!.index + runs[close]![0].length;
    i = close;
  }
  return prose + paragraph.slice(from);
}
