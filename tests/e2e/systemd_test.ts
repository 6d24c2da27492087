// The units as systemd reads them, and whether they allow what the program asks of the kernel.
import assert from "node:assert/strict";
import { join } from "node:path";
import { PERMISSIONS } from "../../packaging/compile.ts";
import { ROOT, startProcess } from "../process.ts";
import { programPath } from "../programs.ts";

const UNITS = join(ROOT, "packaging/systemd");
const OWNER_TOKEN = "svcusr_0123456789abcdefghijklmnop";

const missing = ["systemd-analyze", "strace"].filter((name) => programPath(name) === null);
if (missing.length > 0) {
  console.log(`SKIPPED: ${missing.join(", ")} is not installed (apt-get install systemd strace)`);
}

/** Some machines let no program watch another. */
const mayTrace = missing.length === 0 &&
  (await new Deno.Command("strace", {
      args: ["-D", "-f", "-c", "-o", "/dev/null", "true"],
      stderr: "null",
    }).output()).code === 0;
if (missing.length === 0 && !mayTrace) console.log("SKIPPED: strace may not trace here");

async function analyze(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command("systemd-analyze", {
    args: ["--no-pager", ...args],
    env: { SYSTEMD_COLORS: "0" },
  }).output();
  const told = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.equal(code, 0, `systemd-analyze ${args.join(" ")}: ${told}`);
  return told;
}

Deno.test({
  name: "systemd finds no fault in the units, and little exposure",
  ignore: missing.length > 0,
  async fn() {
    const folder = await Deno.makeTempDir();
    try {
      for await (const { name } of Deno.readDir(UNITS)) {
        const unit = await Deno.readTextFile(join(UNITS, name));
        // It must be a program that is there.
        const placed = unit.replaceAll("/usr/local/bin/parley", "/bin/true");
        await Deno.writeTextFile(join(folder, name), placed);
      }
      const units = Array.from(Deno.readDirSync(folder), ({ name }) => join(folder, name));
      assert.equal(await analyze("verify", ...units), "");
      for (const unit of units.filter((it) => it.endsWith(".service"))) {
        // In tenths; 100 is a service without any protection.
        await analyze("security", "--offline=true", "--threshold=20", unit);
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

/** The calls of a group, with those of the groups in it. */
async function callsOf(group: string): Promise<string[]> {
  const lines = (await analyze("syscall-filter", group)).split("\n").slice(1)
    .map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  const calls = lines.map((line) => line.startsWith("@") ? callsOf(line) : [line]);
  return (await Promise.all(calls)).flat();
}

async function allowedBy(unit: string): Promise<Set<string>> {
  const allowed = new Set<string>();
  for (const [, groups] of unit.matchAll(/^SystemCallFilter=(.*)$/gm)) {
    const names = groups!.replace(/^~/, "").split(" ");
    for (const call of (await Promise.all(names.map(callsOf))).flat()) {
      if (groups!.startsWith("~")) allowed.delete(call);
      else allowed.add(call);
    }
  }
  return allowed;
}

/** Waits for the summary, which comes when the traced program has ended. */
async function tracedCalls(file: string): Promise<string[]> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const text = await Deno.readTextFile(file);
    if (/ total\n/.test(text)) {
      return text.split("\n").flatMap((line) => /^ *[\d.]+ .* (\w+)$/.exec(line)?.[1] ?? [])
        .filter((call) => call !== "total");
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("strace wrote no summary");
}

Deno.test({
  name: "the units allow every system call that the service and a backup make",
  ignore: !mayTrace,
  async fn() {
    const folder = await Deno.makeTempDir();
    const traced = (file: string, ...args: string[]) => ({
      command: "strace",
      args: ["-D", "-f", "-c", "-o", join(folder, file), Deno.execPath(), "run", ...PERMISSIONS]
        .concat("main.ts", ...args),
    });
    const data = join(folder, "data");
    try {
      const service = await startProcess({
        ...traced("serve", "serve"),
        env: { PARLEY_DATA: data, PARLEY_OWNER_TOKEN: OWNER_TOKEN },
      });
      const post = async (path: string, body: unknown) => {
        const response = await fetch(`${service.url}/api/v1${path}`, {
          method: "POST",
          headers: { authorization: `Bearer ${OWNER_TOKEN}` },
          body: JSON.stringify(body),
        });
        assert.equal(response.status, 200, await response.text());
      };
      await post("/chats", { name: "ops", kind: "group" });
      await post("/chats/1/messages", { content: "hello" });
      const { command, args } = traced("backup", "backup", join(folder, "copy.kv"));
      const backup = await new Deno.Command(command, {
        args,
        cwd: ROOT,
        env: { PARLEY_DATA: data },
      }).output();
      assert.equal(backup.code, 0, new TextDecoder().decode(backup.stderr));
      assert.equal(await service.stop(), 0);
      for (const [file, name] of [["serve", "parley"], ["backup", "parley-backup"]] as const) {
        const calls = await tracedCalls(join(folder, file));
        assert.ok(calls.includes("futex") && calls.length > 30, calls.join(" "));
        const allowed = await allowedBy(await Deno.readTextFile(join(UNITS, `${name}.service`)));
        // SQLite gives its files to their folder's owner, but only where root runs it.
        const refused = calls.filter((call) => !allowed.has(call) && call !== "fchown");
        assert.deepEqual(refused, [], `${name}.service`);
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
