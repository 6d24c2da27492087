// Writes the program alone, as the binary and the image hold it: the modules that main.ts reaches, and a deno.json and lock
// file with only the packages that they use. Run: `deno run -A packaging/tree.ts FOLDER`.
import assert from "node:assert/strict";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ENTRY = "main.ts";

interface Graph {
  modules: { specifier: string }[];
}
interface Lock {
  npm: Record<string, unknown>;
}

const readJson = async <T>(path: string) => JSON.parse(await Deno.readTextFile(path)) as T;

async function deno(cwd: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  if (code !== 0) throw new Error(`Cannot run deno ${args[0]}: ${decoder.decode(stderr)}`);
  return decoder.decode(stdout);
}

/** `npm:/zod@4.6.7/v4` and `npm:zod@4.6.7` name the same package. */
const packageOf = (specifier: string) => /^npm:\/?((?:@[^/]+\/)?[^/]+)/.exec(specifier)?.[1];

async function specifiersFrom(entry: string): Promise<string[]> {
  const graph: Graph = JSON.parse(await deno(ROOT, "info", "--json", "--frozen", entry));
  return graph.modules.map(({ specifier }) => specifier);
}

/** The packages that what begins at `entry` imports itself, as `name@version`. */
export async function packagesFrom(entry: string): Promise<string[]> {
  return [...new Set((await specifiersFrom(entry)).flatMap((it) => packageOf(it) ?? []))];
}

export async function writeTree(folder: string): Promise<void> {
  const specifiers = await specifiersFrom(ENTRY);
  const files = specifiers.filter((it) => it.startsWith("file:")).map((it) => fileURLToPath(it));
  for (const file of [...files, join(ROOT, "deno.lock")]) {
    const copy = join(folder, relative(ROOT, file));
    await Deno.mkdir(dirname(copy), { recursive: true });
    await Deno.copyFile(file, copy);
  }
  const used = new Set(specifiers.map(packageOf));
  const { workspace: _workspace, tasks: _tasks, imports, ...settings } = await readJson<
    Record<string, unknown> & { imports: Record<string, string> }
  >(join(ROOT, "deno.json"));
  const kept = Object.entries(imports).filter(([, specifier]) => used.has(packageOf(specifier)));
  await Deno.writeTextFile(
    join(folder, "deno.json"),
    JSON.stringify({ ...settings, exports: `./${ENTRY}`, imports: Object.fromEntries(kept) }),
  );
  // Takes what is not used out of the lock file, and must put nothing else in.
  await deno(folder, "install", "--entrypoint", ENTRY);
  const [before, after] = [
    await readJson<Lock>(join(ROOT, "deno.lock")),
    await readJson<Lock>(join(folder, "deno.lock")),
  ];
  for (const [name, locked] of Object.entries(after.npm)) {
    assert.deepEqual(locked, before.npm[name], `${name} is not as the lock file has it`);
  }
}

if (import.meta.main) {
  const [folder] = Deno.args;
  if (folder === undefined) {
    console.error("Say where to: deno run -A packaging/tree.ts FOLDER");
    Deno.exit(2);
  }
  await Deno.mkdir(folder, { recursive: true });
  await writeTree(folder);
}
