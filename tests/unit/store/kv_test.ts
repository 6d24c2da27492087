import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { openKv } from "../../../store/kv.ts";

Deno.test("a commit that meets another's lock on the file is made once the lock is gone", async () => {
  const data = await Deno.makeTempDir();
  const { writer, reader, file, close } = await openKv(data);
  const other = new DatabaseSync(file!);
  // It waits for the handles, which sweep expired rows as they are opened.
  other.exec("PRAGMA busy_timeout = 5000");
  other.exec("BEGIN IMMEDIATE");
  const commit = writer.atomic().set(["a"], 1).commit();
  const set = writer.set(["b"], 2);
  setTimeout(() => other.exec("COMMIT"), 30);
  assert.ok((await commit).ok && (await set).ok);
  assert.equal((await reader.get(["a"])).value, 1);
  assert.equal((await reader.get(["b"])).value, 2);
  other.close();
  close();
  await Deno.remove(data, { recursive: true });
});

Deno.test("a check that fails is told at once, and every other error as it is", async () => {
  const data = await Deno.makeTempDir();
  const { writer, close } = await openKv(data);
  await writer.set(["a"], 1);
  const stale = await writer.atomic().check({ key: ["a"], versionstamp: null }).set(["a"], 2)
    .commit();
  assert.equal(stale.ok, false);
  await assert.rejects(writer.set(["a"], new Uint8Array(70_000)), /too large/i);
  close();
  await Deno.remove(data, { recursive: true });
});
