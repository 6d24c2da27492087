import assert from "node:assert/strict";
import { join } from "node:path";
import { Store } from "../../../store/store.ts";
import { runCommand } from "./screen.ts";

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function addChat(store: Store, id: number, name: string): Promise<void> {
  await store.write((draft) => {
    draft.append({
      kind: "change",
      puts: [{ table: "chat", record: { id, kind: "group", name, createdAt: 1, deletedAt: null } }],
    });
  });
}

async function chatNames(data: string): Promise<string[]> {
  const store = await Store.open({ data });
  const names = store.directory.chats().map(({ name }) => name);
  await store.close();
  return names;
}

Deno.test("a backup of a store in use is restored as it was, and never over other data", () =>
  inFolder(async (folder) => {
    const [data, copy, other] = [join(folder, "data"), join(folder, "b.kv"), join(folder, "other")];
    const store = await Store.open({ data });
    await addChat(store, 1, "before");
    const made = await runCommand(["backup", copy, "--data", data]);
    assert.equal(made.code, 0, made.err);
    assert.match((await runCommand(["backup", copy, "--data", data])).err, /there already/);
    const busy = await runCommand(["restore", copy, "--data", data]);
    assert.match(busy.err, /a service is using it/);
    await addChat(store, 2, "after");
    await store.close();
    const refused = await runCommand(["restore", copy, "--data", data]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /would be overwritten/);
    assert.equal((await runCommand(["restore", copy, "--data", other])).code, 0);
    assert.deepEqual(await chatNames(other), ["before"]);
    assert.deepEqual(await chatNames(data), ["before", "after"]);
  }));

Deno.test("an export that was cut off is not imported, and what it began is not served", () =>
  inFolder(async (folder) => {
    const [data, file, other] = [join(folder, "d"), join(folder, "all.jsonl"), join(folder, "o")];
    const store = await Store.open({ data });
    await addChat(store, 1, "ops");
    await store.close();
    assert.equal((await runCommand(["export", file, "--data", data])).code, 0);
    const lines = (await Deno.readTextFile(file)).trimEnd().split("\n");
    await Deno.writeTextFile(file, lines.slice(0, -1).join("\n"));
    const shown = await runCommand(["import", file, "--data", other]);
    assert.equal(shown.code, 1);
    assert.match(shown.err, /cut off after \d+ rows/);
  }));

Deno.test("an export of what is not there leaves no file behind", () =>
  inFolder(async (folder) => {
    const file = join(folder, "all.jsonl");
    const shown = await runCommand(["export", file, "--data", join(folder, "nothing")]);
    assert.match(shown.err, /name the folder with --data/);
    await assert.rejects(Deno.stat(file), Deno.errors.NotFound);
  }));

for (const command of ["backup", "restore", "export", "import", "doctor", "admin"]) {
  Deno.test(`${command} names a data folder that cannot be one, without a trace`, () =>
    inFolder(async (folder) => {
      const file = join(folder, "a file");
      await Deno.writeTextFile(file, '{"parley_archive":1,"schema":1}\n{"end":0}\n');
      const words = command === "admin"
        ? ["chats", "list"]
        : command === "doctor"
        ? []
        : command === "export" || command === "backup"
        ? [join(folder, "new")]
        : [file];
      const shown = await runCommand([command, ...words, "--data", file]);
      assert.equal(shown.code, 1);
      assert.match(shown.err + shown.out, /a file/);
      assert.doesNotMatch(shown.err, /\.ts:/);
    }));
}

Deno.test("a log without its file is not mixed into what is restored", () =>
  inFolder(async (folder) => {
    const [data, copy, other] = [join(folder, "d"), join(folder, "b.kv"), join(folder, "o")];
    await (await Store.open({ data })).close();
    assert.equal((await runCommand(["backup", copy, "--data", data])).code, 0);
    await Deno.mkdir(other);
    await Deno.writeTextFile(join(other, "parley.kv-wal"), "");
    const shown = await runCommand(["restore", copy, "--data", other]);
    assert.match(shown.err, /there is data already/);
  }));

Deno.test("a damaged backup is not restored", () =>
  inFolder(async (folder) => {
    const file = join(folder, "b.kv");
    await Deno.writeTextFile(file, "not a store");
    const shown = await runCommand(["restore", file, "--data", join(folder, "data")]);
    assert.equal(shown.code, 1);
    assert.match(shown.err, /not the file of a Parley store/);
  }));

Deno.test("an export of a store in use is imported elsewhere, and never over other data", () =>
  inFolder(async (folder) => {
    const [data, file, other] = [
      join(folder, "data"),
      join(folder, "all.jsonl"),
      join(folder, "o"),
    ];
    const store = await Store.open({ data });
    await addChat(store, 1, "ops");
    const written = await runCommand(["export", file, "--data", data]);
    assert.equal(written.code, 0, written.err);
    await store.close();
    assert.equal((await runCommand(["import", file, "--data", other])).code, 0);
    assert.deepEqual(await chatNames(other), ["ops"]);
    const again = await runCommand(["import", file, "--data", other]);
    assert.equal(again.code, 1);
    assert.match(again.err, /there is data already/);
  }));
