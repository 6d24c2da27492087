// Every link of the documentation to a file or heading of this repository leads somewhere.
import assert from "node:assert/strict";
import { dirname, join, normalize } from "node:path";

const ROOT = new URL("../../../", import.meta.url).pathname;

function* pages(folder = ""): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(join(ROOT, folder))) {
    const path = join(folder, name);
    if (isDirectory && folder === "" && !["docs", "packaging"].includes(name)) continue;
    if (isDirectory) yield* pages(path);
    else if (name.endsWith(".md")) yield path;
  }
}

/** The name that a heading has in a link. */
const anchor = (heading: string) =>
  heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").trim().replaceAll(" ", "-");

function anchorsOf(markdown: string): Set<string> {
  const prose = markdown.replace(/^```[\s\S]*?^```$/gm, "");
  return new Set([...prose.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchor(heading!)));
}

const exists = (path: string) => {
  try {
    Deno.statSync(join(ROOT, path));
    return true;
  } catch {
    return false;
  }
};

for (const page of pages()) {
  Deno.test(`the links of ${page} lead somewhere`, () => {
    const markdown = Deno.readTextFileSync(join(ROOT, page));
    const broken: string[] = [];
    for (const [, link] of markdown.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^(https?:|mailto:)/.test(link!)) continue;
      const [file, heading] = link!.split("#") as [string, string?];
      const target = file === "" ? page : normalize(join(dirname(page), file));
      if (!exists(target)) broken.push(link!);
      else if (heading !== undefined && target.endsWith(".md")) {
        const anchors = anchorsOf(Deno.readTextFileSync(join(ROOT, target)));
        if (!anchors.has(heading)) broken.push(link!);
      }
    }
    assert.deepEqual(broken, []);
  });
}
