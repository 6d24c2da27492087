import assert from "node:assert/strict";

const ROOT = new URL("../../", import.meta.url);

/** What each part of the program may import besides itself; the order is main → cli, serve → app → routes → chat → store. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  "main.ts": ["cli"],
  "deploy.ts": ["serve.ts", "app.ts", "config.ts", "config", "log.ts", "chat", "store"],
  cli: [
    "app.ts",
    "serve.ts",
    "config.ts",
    "config",
    "log.ts",
    "bridge",
    "client",
    "store",
    "wire",
    "chat",
    "packaging",
  ],
  "serve.ts": [
    "app.ts",
    "config.ts",
    "config",
    "log.ts",
    "store",
    "chat",
    "routes",
    "bridge",
    "wire",
  ],
  "app.ts": ["routes", "chat", "store", "wire"],
  routes: ["chat", "store", "wire", "web/dist"],
  chat: ["store", "wire", "spans.ts"],
  store: ["spans.ts"],
  wire: [],
  bridge: ["wire", "client", "spans.ts"],
  client: ["wire"],
  web: ["wire"],
  config: ["bridge"],
  "config.ts": ["config"],
  "log.ts": [],
  "spans.ts": [],
};

const PARTS = new Set([
  ...Object.keys(MAY_IMPORT),
  "docs",
  "bench",
  "lint",
  "packaging",
  "tests",
  "examples",
]);

const FORBIDDEN_NAME = /^(utils?|helpers?|managers?|services?|misc|common)\.tsx?$/;
const MAX_LINES = 300;

interface Source {
  path: string;
  text: string;
}

async function* sourcesIn(folder: string): AsyncGenerator<Source> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, ROOT))) {
    if (name.startsWith(".") || name === "node_modules" || name === "dist") continue;
    const path = folder + name;
    if (isDirectory) yield* sourcesIn(`${path}/`);
    else if (/\.tsx?$/.test(name)) {
      yield { path, text: await Deno.readTextFile(new URL(path, ROOT)) };
    }
  }
}

const sources = await Array.fromAsync(sourcesIn(""));

function partOf(path: string): string {
  const first = path.split("/")[0]!;
  return path.startsWith("web/dist/") ? "web/dist" : first;
}

/** The files of this program that a file imports, by their path. */
function localImports({ path, text }: Source): string[] {
  const found = text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g);
  return [...found].map(([, specifier]) => {
    const url = new URL(specifier!, new URL(path, ROOT));
    return url.pathname.slice(ROOT.pathname.length);
  });
}

Deno.test("imports go one way: main, cli and serve, app, routes, chat, store", () => {
  const wrong: string[] = [];
  for (const source of sources) {
    const part = partOf(source.path);
    const allowed = MAY_IMPORT[part];
    if (allowed === undefined) continue;
    for (const target of localImports(source).filter((target) => /\.tsx?$/.test(target))) {
      const to = partOf(target);
      if (to !== part && !allowed.includes(to)) wrong.push(`${source.path} imports ${target}`);
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("the parts that the rule speaks of are there, and it sees their imports", () => {
  const seen = new Set(sources.map(({ path }) => partOf(path)));
  for (const part of ["main.ts", "cli", "app.ts", "routes", "chat", "store", "wire"]) {
    assert.ok(seen.has(part), part);
  }
  const app = sources.find(({ path }) => path === "app.ts")!;
  assert.ok(localImports(app).includes("routes/webhooks.ts"));
});

Deno.test("wire knows nothing but zod", () => {
  for (const { path, text } of sources.filter(({ path }) => path.startsWith("wire/"))) {
    const packages = [...text.matchAll(/\bfrom "([^."][^"]*)"/g)].map(([, name]) => name);
    assert.deepEqual(packages.filter((name) => name !== "zod"), [], path);
  }
});

Deno.test("nothing imports main", () => {
  const importers = sources.filter((source) => localImports(source).includes("main.ts"));
  assert.deepEqual(importers.map(({ path }) => path), []);
});

Deno.test("only the store opens or names Deno KV", () => {
  const program = sources.filter(({ path }) =>
    /^(routes|chat|bridge|client|wire|web)\//.test(path)
  );
  const knowing = program.filter(({ text }) => /\bDeno\.(openKv|Kv\w*)\b/.test(text));
  assert.deepEqual(knowing.map(({ path }) => path), []);
});

Deno.test("no file of the program has more than 300 lines", () => {
  const long = sources.filter(({ path }) => !/^(tests|bench)\//.test(path))
    .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
    .filter(({ lines }) => lines > MAX_LINES);
  assert.deepEqual(long, []);
});

Deno.test("files are named by what is in them", () => {
  const names = sources.map(({ path }) => path.split("/").at(-1)!);
  assert.deepEqual(names.filter((name) => FORBIDDEN_NAME.test(name)), []);
  assert.deepEqual(names.filter((name) => !/^[a-z0-9_.]+\.(ts|tsx|d\.ts)$/.test(name)), []);
});

Deno.test("every top-level part is known to the rule", () => {
  const parts = new Set(sources.map(({ path }) => partOf(path)));
  assert.deepEqual([...parts].filter((part) => !PARTS.has(part)), []);
});
