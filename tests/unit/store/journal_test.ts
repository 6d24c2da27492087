import assert from "node:assert/strict";
import type { Draft } from "../../../store/batch.ts";
import { ChangeTooLarge, QueueFull, RowTooLarge } from "../../../store/errors.ts";
import { Store } from "../../../store/store.ts";
import type { NewEntry } from "../../../store/entries.ts";

const author = { kind: "user", id: "U", username: "u", displayName: "U", avatarUrl: null } as const;
const message = (content: string): Extract<NewEntry, { kind: "message" }> => ({
  kind: "message",
  chatId: 1,
  parentId: null,
  status: "OK",
  author,
  content,
  mentions: [],
  hops: 0,
  updatedAt: 0,
  events: [],
});
const say = (content: string) => (draft: Draft) => draft.append(message(content)).id;

async function withStore(run: (store: Store) => Promise<void>, maxQueue?: number): Promise<void> {
  const store = await Store.open({ data: ":memory:", maxQueue });
  try {
    await run(store);
  } finally {
    await store.close();
  }
}

const timeline = async (store: Store) =>
  (await store.timelines.before(1, Number.MAX_SAFE_INTEGER, 9999)).map(({ value }) => value);

Deno.test("writes that come together are committed together, in order", () =>
  withStore(async (store) => {
    const before = store.journal.commits;
    const ids = await Promise.all(Array.from({ length: 300 }, (_, i) => store.write(say(`${i}`))));
    assert.equal(store.journal.commits, before + 1);
    assert.deepEqual(ids, Array.from({ length: 300 }, (_, i) => ids[0]! + i));
    const entries = await store.messages.getMany(ids);
    assert.deepEqual(entries.map(({ content }) => content), ids.map((_, i) => `${i}`));
  }));

Deno.test("nobody is answered before the commit is done", () =>
  withStore(async (store) => {
    let answered = false;
    const write = store.write((draft) => {
      const { id } = draft.append(message("x"));
      queueMicrotask(() => assert.equal(answered, false));
      return id;
    }).then((id) => {
      answered = true;
      return id;
    });
    assert.ok((await store.messages.get(await write)) !== null);
  }));

Deno.test("a plan that throws does not fail its neighbours, and leaves nothing", () =>
  withStore(async (store) => {
    const results = await Promise.allSettled([
      store.write(say("one")),
      store.write((draft) => {
        draft.append(message("never"));
        draft.append({ kind: "change", puts: [{ table: "chat", record: chat(5) }] });
        throw new Error("refused");
      }),
      store.write(say("two")),
    ]);
    assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    const entries = await store.messages.getMany(await timeline(store));
    assert.deepEqual(entries.map(({ content }) => content), ["one", "two"]);
    assert.equal(store.directory.chat(5), null);
    assert.equal(entries[1]!.id, entries[0]!.id + 1, "its id was not used up");
  }));

const chat = (id: number) => ({
  id,
  kind: "group" as const,
  name: "x",
  createdAt: 0,
  deletedAt: null,
});

Deno.test("a row that no value can hold fails alone", () =>
  withStore(async (store) => {
    const results = await Promise.allSettled([
      store.write(say("one")),
      store.write(say("x".repeat(70_000))),
      store.write(say("two")),
    ]);
    assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    assert.ok((results[1] as PromiseRejectedResult).reason instanceof RowTooLarge);
  }));

Deno.test("a write that the store itself refuses fails alone", () =>
  withStore(async (store) => {
    const tooLarge = store.write((draft) => {
      draft.also({ key: ["big"], value: new Uint8Array(70_000) });
      return draft.append(message("never")).id;
    });
    const results = await Promise.allSettled([
      store.write(say("one")),
      tooLarge,
      store.write(say("two")),
    ]);
    assert.deepEqual(results.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled"]);
    const entries = await store.messages.getMany(await timeline(store));
    assert.deepEqual(entries.map(({ content }) => content), ["one", "two"]);
  }));

Deno.test("writes larger than one commit go in several", () =>
  withStore(async (store) => {
    const content = "x".repeat(60_000);
    const ids = await Promise.all(Array.from({ length: 60 }, () => store.write(say(content))));
    assert.equal(new Set(ids).size, 60);
    assert.equal((await store.messages.getMany(ids)).length, 60);
    assert.deepEqual(await timeline(store), ids);
  }));

Deno.test("what a plan writes beside the log counts: no commit grows past what the store takes", () =>
  withStore(async (store) => {
    const original = Deno.AtomicOperation.prototype.commit;
    const failed: unknown[] = [];
    Deno.AtomicOperation.prototype.commit = async function (this: Deno.AtomicOperation) {
      try {
        return await original.call(this);
      } catch (error) {
        failed.push(error);
        throw error;
      }
    };
    try {
      const long = "漢".repeat(20_000);
      await Promise.all([
        ...Array.from({ length: 40 }, (_, i) =>
          store.write((draft) => {
            draft.also({ key: ["row", i], value: { text: new TextEncoder().encode(long) } });
            draft.append(message("x".repeat(60_000)));
          })),
        ...Array.from({ length: 40 }, (_, i) =>
          store.write((draft) => {
            const record = { ...chat(i + 1), name: long };
            draft.append({ kind: "change", puts: [{ table: "chat", record }] });
          })),
      ]);
    } finally {
      Deno.AtomicOperation.prototype.commit = original;
    }
    assert.deepEqual(failed, []);
  }));

Deno.test("a plan that no commit could hold is refused, alone and whole", () =>
  withStore(async (store) => {
    const add = (count: number, row: (i: number) => unknown) => (draft: Draft) => {
      for (let i = 0; i < count; i++) draft.also({ key: ["row", i], value: row(i) });
      draft.append({ kind: "change", puts: [{ table: "chat", record: chat(count) }] });
    };
    const results = await Promise.allSettled([
      store.write(say("one")),
      store.write(add(1001, (i) => i)),
      store.write(add(20, () => "x".repeat(30_000))),
      store.write(say("two")),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ["fulfilled", "rejected", "rejected", "fulfilled"],
    );
    for (const result of [results[1], results[2]] as PromiseRejectedResult[]) {
      assert.ok(result.reason instanceof ChangeTooLarge);
    }
    assert.equal(store.directory.chats().length, 0);
    assert.equal((await timeline(store)).length, 2);
  }));

Deno.test("past the queue's bound a write is refused at once", () =>
  withStore(async (store) => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => store.write(say("x"))),
    );
    const refused = results.filter(({ status }) => status === "rejected");
    assert.equal(refused.length, 3);
    assert.ok((refused[0] as PromiseRejectedResult).reason instanceof QueueFull);
    assert.equal((await timeline(store)).length, 5);
    assert.ok(await store.write(say("later")) > 0);
  }, 5));

Deno.test("a plan sees every commit before its own, and those of its batch", () =>
  withStore(async (store) => {
    const add = () =>
      store.write((draft) => {
        const id = store.directory.nextChatId;
        draft.append({ kind: "change", puts: [{ table: "chat", record: chat(id) }] });
        return id;
      });
    const ids = await Promise.all(Array.from({ length: 50 }, add));
    assert.deepEqual(ids, Array.from({ length: 50 }, (_, i) => i + 1));
  }));

Deno.test("a commit that fails half-way is found out: what happened counts, what did not is tried again", async () => {
  for (const happens of [true, false]) {
    const store = await Store.open({ data: ":memory:" });
    const original = Deno.AtomicOperation.prototype.commit;
    let broken = false;
    Deno.AtomicOperation.prototype.commit = async function (this: Deno.AtomicOperation) {
      if (broken) return await original.call(this);
      broken = true;
      if (happens) await original.call(this);
      throw new Error("connection lost");
    };
    try {
      const ids = await Promise.all([store.write(say("one")), store.write(say("two"))]);
      assert.ok(broken);
      assert.deepEqual(await timeline(store), ids);
      assert.equal(new Set(ids).size, 2);
    } finally {
      Deno.AtomicOperation.prototype.commit = original;
      await store.close();
    }
  }
});

Deno.test("projections that the store refused are laid down the next time", async () => {
  const data = await Deno.makeTempDir();
  const store = await Store.open({ data });
  const ids: number[] = [];
  const original = Deno.AtomicOperation.prototype.commit;
  let refused = false;
  // The background writer may have been at it already.
  while (!refused) {
    ids.push(...await Promise.all(Array.from({ length: 20 }, () => store.write(say("x")))));
    Deno.AtomicOperation.prototype.commit = () => Promise.reject(new Error("disk full"));
    refused = await store.settle().then(() => false, () => true);
    Deno.AtomicOperation.prototype.commit = original;
  }
  await store.settle();
  assert.equal(store.mark, store.journal.headId);
  await store.close();
  const again = await Store.open({ data });
  assert.deepEqual(await timeline(again), ids);
  await again.close();
  await Deno.remove(data, { recursive: true });
});
