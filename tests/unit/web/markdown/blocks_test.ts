import assert from "node:assert/strict";
import { codeOf, EMPTY, splitBlocks, type TablePart } from "../../../../web/markdown/blocks.ts";
import { safeAddress, toHtml } from "../../../../web/markdown/parser.ts";

const TEXT = `# Report

Two lines
kept apart with **bold** and [a link][home].

- one
- two

  still two
- three

\`\`\`ts
const a = 1;

const b = 2;
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

> quoted
> twice

1. first
2. second

[home]: https://example.com/

The end.
`;

function html(source: string, split = splitBlocks(source)): string {
  return toHtml(split.blocks.flatMap((block) => block.tokens));
}

Deno.test("text that arrives letter by letter ends as the same page as text that came whole", () => {
  for (const size of [1, 2, 3, 7, 50]) {
    let split = EMPTY;
    for (let end = 0; end < TEXT.length + size; end += size) {
      split = splitBlocks(TEXT.slice(0, end), split);
      const settled = split.blocks.slice(0, split.stableBlocks).map((block) => block.raw).join("");
      assert.ok(TEXT.startsWith(settled) && settled.length === split.stableLength);
    }
    assert.equal(html("", split), html(TEXT), `in pieces of ${size}`);
  }
});

Deno.test("only the last block is made anew when text is appended", () => {
  let split = splitBlocks("# One\n\nTwo\n\nThree");
  const before = split.blocks;
  split = splitBlocks("# One\n\nTwo\n\nThree and more", split);
  assert.equal(split.blocks.length, 3);
  assert.equal(split.blocks[0], before[0]);
  assert.equal(split.blocks[1], before[1]);
  assert.notEqual(split.blocks[2], before[2]);
});

Deno.test("a code fence stays open until its closing line, and half of that line is not shown", () => {
  const rows: [string, string, boolean, string][] = [
    ["```", "", true, ""],
    ["```py", "", true, ""],
    ["```py\nprint()", "print()", true, "py"],
    ["```py\nprint()\n``", "print()\n", true, "py"],
    ["```py\nprint()\n```", "print()", false, "py"],
    ["````\na\n```\nb", "a\n```\nb", true, ""],
    ["    indented", "indented", false, ""],
  ];
  for (const [source, text, open, language] of rows) {
    assert.deepEqual(codeOf(splitBlocks(source).blocks.at(-1)!.tokens[0]!), {
      text,
      open,
      language,
    }, source);
  }
});

Deno.test("a long list is cut between items and keeps its numbers", () => {
  const source = Array.from({ length: 100 }, (_, index) => `${index + 1}. item ${index}`).join(
    "\n",
  );
  let split = EMPTY;
  for (let end = 1; end <= source.length; end += 13) {
    split = splitBlocks(source.slice(0, end), split);
  }
  split = splitBlocks(source, split);
  assert.ok(split.blocks.length >= 5);
  assert.equal(split.blocks.map((block) => block.raw).join(""), source);
  assert.ok(split.blocks.at(-1)!.raw.length < 500);
  assert.match(html("", split), /<ol start="21">\n<li>item 20<\/li>/);
});

Deno.test("a long table is cut between rows, and what follows it is no row", () => {
  const rows = Array.from({ length: 100 }, (_, index) => `| ${index} | b${index} |\n`).join("");
  const source = `before\n\n| a | b |\n|---|---|\n${rows}\n# after\n\n| c |\n|---|\n| 1 |\n`;
  for (const size of [1, 9, 400]) {
    let split = EMPTY;
    for (let end = 0; end < source.length + size; end += size) {
      split = splitBlocks(source.slice(0, end), split);
    }
    const whole = splitBlocks(source);
    const shape = (it: typeof split) =>
      it.blocks.map(({ tokens: [token] }) => {
        const table = token as TablePart;
        return token!.type === "table" ? `${table.rows.length} ${table.continued}` : token!.type;
      });
    assert.deepEqual(shape(whole), [
      "paragraph",
      "40 false",
      "40 true",
      "20 true",
      "heading",
      "1 false",
    ]);
    assert.deepEqual(shape(split), shape(whole), `in pieces of ${size}`);
    assert.equal(html("", split), html("", whole));
  }
});

Deno.test("text that was replaced is split anew", () => {
  const split = splitBlocks("# One\n\nTwo\n\nThree");
  const replaced = splitBlocks("Agent unavailable", split);
  assert.deepEqual(replaced.blocks.map((block) => block.raw), ["Agent unavailable"]);
});

Deno.test("a writer's own tags are text, and pictures are links", () => {
  assert.equal(html("<img src=x onerror=alert(1)>").includes("<img"), false);
  assert.equal(html("a <b>b</b>").includes("<b>"), false);
  assert.match(
    html("![cat](https://example.com/cat.png)"),
    /<a href="https:\/\/example.com\/cat.png"/,
  );
  assert.match(html("a<br>b"), /a<br>b/);
});

Deno.test("only addresses of the web and of mail become links", () => {
  const refused = ["javascript:alert(1)", " JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x"];
  for (const href of [...refused, "file:///etc/passwd", "//x", "blob:x", "java\nscript:x"]) {
    assert.equal(safeAddress(href), null, href);
    assert.doesNotMatch(html(`[x](<${href}>)`), /<a /, href);
  }
  assert.equal(safeAddress("https://example.com/a?b"), "https://example.com/a?b");
  assert.equal(safeAddress("mailto:a@example.com"), "mailto:a@example.com");
});
