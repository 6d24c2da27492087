import assert from "node:assert/strict";
import { join } from "node:path";
import { backUp, NotABackup, verifyBackup } from "../../../store/backup.ts";

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("a backup holds what was committed before it, and is a store again", () =>
  inFolder(async (folder) => {
    const kv = await Deno.openKv(join(folder, "parley.kv"));
    await kv.set(["m", 1], "kept");
    const copy = join(folder, "copy.kv");
    await backUp(join(folder, "parley.kv"), copy);
    await kv.set(["m", 2], "later");
    kv.close();
    verifyBackup(copy);
    const restored = await Deno.openKv(copy);
    assert.equal((await restored.get(["m", 1])).value, "kept");
    assert.equal((await restored.get(["m", 2])).value, null);
    restored.close();
  }));

Deno.test("a file that is not a whole store is no backup", () =>
  inFolder(async (folder) => {
    const file = join(folder, "other");
    for (
      const content of ["", "not a database at all, but long enough to look like one".repeat(20)]
    ) {
      await Deno.writeTextFile(file, content);
      assert.throws(() => verifyBackup(file), NotABackup);
    }
    const kv = await Deno.openKv(join(folder, "parley.kv"));
    const commit = kv.atomic();
    for (let i = 0; i < 500; i++) commit.set(["m", i], "x".repeat(500));
    await commit.commit();
    kv.close();
    await backUp(join(folder, "parley.kv"), file + ".kv");
    await Deno.truncate(file + ".kv", 40_000);
    assert.throws(() => verifyBackup(file + ".kv"), NotABackup);
  }));
