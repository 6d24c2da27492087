import assert from "node:assert/strict";
import type { Entry, MessageEntry } from "../../../store/entries.ts";
import { logRow } from "../../../store/keys.ts";
import { Messages } from "../../../store/messages.ts";
import { encodeEntry } from "../../../store/rows.ts";
import { Threads } from "../../../store/threads.ts";
import { withKv } from "../../memory_kv.ts";

const KEPT = 3;
const author = { kind: "user", id: "U", username: "u", displayName: "U", avatarUrl: null } as const;

function message(id: number, parentId: number | null, bots: number[] = []): MessageEntry {
  return {
    kind: "message",
    id,
    at: 0,
    chatId: 1,
    parentId,
    status: "OK",
    author,
    content: "x",
    mentions: [],
    hops: 0,
    updatedAt: 0,
    events: bots.map((bot) => [bot, 1, 0]),
  };
}

interface Scene {
  threads: Threads;
  /** What another process, or this one after a restart, reads. */
  elsewhere(): Threads;
  post(entry: Entry): Promise<void>;
  /** Lays down what is dirty. */
  lay(): Promise<void>;
}

const scene = (run: (scene: Scene) => Promise<void>) =>
  withKv(async (kv) => {
    const open = () => new Threads(kv, new Messages(kv), () => null, KEPT);
    const threads = open();
    await run({
      threads,
      elsewhere: open,
      async post(entry) {
        await kv.set(logRow(entry.id), encodeEntry(entry));
        if (entry.kind === "change" || entry.parentId === null) return;
        await threads.open(entry.parentId);
        threads.admit(entry);
        threads.publish(entry);
      },
      async lay() {
        threads.stage();
        for (const { key, value } of threads.lay()) await kv.set(key, value);
        threads.settle(true);
      },
    });
  });

const known = (threads: Threads, roots: number[]) =>
  roots.filter((root) => threads.known(root) !== null);

Deno.test("past a number the threads that were opened first are forgotten, and read again as they were", () =>
  scene(async ({ threads, post, lay }) => {
    const roots = [1, 2, 3, 4, 5];
    for (const root of roots) await post(message(root, null));
    for (const root of roots) await post(message(10 + root, root, [root]));
    await lay();
    assert.deepEqual(known(threads, roots), [3, 4, 5]);
    const again = (await threads.open(1))!;
    assert.deepEqual([again.count, again.last, [...again.bots]], [1, 11, [1]]);
    await post(message(20, 1, [9]));
    assert.deepEqual([again.count, [...again.bots]], [2, [1, 9]]);
  }));

Deno.test("a thread that is opened again is among the newest", () =>
  scene(async ({ threads, post, lay }) => {
    const roots = [1, 2, 3, 4];
    for (const root of roots) await post(message(root, null));
    for (const root of [1, 2, 3, 1, 4]) await threads.open(root);
    await lay();
    assert.deepEqual(known(threads, roots), [1, 3, 4]);
  }));

Deno.test("a thread is not forgotten before it is laid down", () =>
  scene(async ({ threads, post, lay }) => {
    const roots = [1, 2, 3, 4, 5];
    for (const root of roots) await post(message(root, null));
    await post(message(11, 1));
    threads.stage();
    await post(message(12, 1));
    for (const root of roots) await threads.open(root);
    // What was set apart before the second reply is in the store; the thread has changed since.
    threads.settle(true);
    assert.deepEqual(known(threads, roots), [1, 4, 5]);
    assert.equal(threads.get(1).count, 2);
    for (const root of [2, 3, 4]) await threads.open(root);
    await lay();
    assert.deepEqual(known(threads, roots), [2, 3, 4]);
    assert.equal((await threads.open(1))!.count, 2);
  }));

Deno.test("what the store refused to take stays, and is laid down the next time", () =>
  scene(async ({ threads, elsewhere, post, lay }) => {
    const roots = [1, 2, 3, 4, 5];
    for (const root of roots) await post(message(root, null));
    await post(message(11, 1));
    threads.stage();
    for (const root of roots) await threads.open(root);
    threads.settle(false);
    assert.ok(known(threads, roots).includes(1));
    await lay();
    assert.equal((await elsewhere().open(1))!.count, 1);
  }));

Deno.test("what another process has laid down is not laid down again, what came after it is", () =>
  scene(async ({ threads, elsewhere, post, lay }) => {
    for (const root of [1, 2]) await post(message(root, null));
    await post(message(11, 1));
    await post(message(12, 2));
    // The end of a reply brings a bot into the thread without being a message of its own.
    await post({
      kind: "final",
      id: 13,
      at: 0,
      messageId: 12,
      chatId: 1,
      parentId: 2,
      events: [[7, 1, 0]],
    });
    threads.forget(12);
    threads.stage();
    assert.deepEqual(threads.lay().map(({ key }) => key.at(-1)), [2]);
    threads.settle(false);
    await lay();
    assert.deepEqual([...(await elsewhere().open(2))!.bots], [7]);
  }));
