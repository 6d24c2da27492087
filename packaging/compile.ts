// Makes the binaries: `deno task compile` for this machine, `deno task compile --all`, or the targets named.
// DENORT_BIN names the runtime base where it cannot be downloaded.
import { resolve } from "node:path";
import { writeTree } from "./tree.ts";

const TARGETS = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
];

// What the program needs and no more: no processes, no native code, no code from elsewhere, no questions at run time.
export const PERMISSIONS = [
  "--no-prompt",
  "--deny-import",
  "--allow-net",
  "--allow-env",
  "--allow-read",
  "--allow-write",
];

export function outputName(target: string): string {
  return `build/parley-${target}${target.includes("windows") ? ".exe" : ""}`;
}

export async function compile(
  target: string,
  output = outputName(target),
  env: Record<string, string> = {},
): Promise<void> {
  // From the program alone, because compile takes every package of the lock file along.
  const tree = await Deno.makeTempDir({ prefix: "parley-compile-" });
  try {
    await writeTree(tree);
    const { code, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "compile",
        "--frozen",
        ...PERMISSIONS,
        // As the task start does: a smaller nursery holds less garbage beside thousands of idle streams, and posts as fast.
        "--v8-flags=--max-semi-space-size=8",
        "--target",
        target,
        "--output",
        resolve(output),
        "main.ts",
      ],
      cwd: tree,
      env,
      stdout: "null",
      stderr: "piped",
    }).output();
    if (code !== 0) {
      throw new Error(`Cannot compile for ${target}: ${new TextDecoder().decode(stderr)}`);
    }
  } finally {
    await Deno.remove(tree, { recursive: true });
  }
}

if (import.meta.main) {
  const wanted = Deno.args.includes("--all") ? TARGETS : Deno.args;
  const unknown = wanted.find((target) => !TARGETS.includes(target));
  if (unknown !== undefined) {
    console.error(`There is no target ${unknown}; the targets are: ${TARGETS.join(", ")}`);
    Deno.exit(2);
  }
  try {
    for (const target of wanted.length > 0 ? wanted : [Deno.build.target]) {
      await compile(target);
      console.log(`Wrote ${outputName(target)}`);
    }
  } catch (error) {
    console.error((error as Error).message);
    Deno.exit(1);
  }
}
