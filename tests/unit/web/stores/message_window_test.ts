import assert from "node:assert/strict";
import type { Message } from "../../../../wire/records.ts";
import { MessageWindow, type Page } from "../../../../web/stores/message_window.ts";

const LAST = 300;

function message(message_id: number): Message {
  return { message_id } as Message;
}

/** Pages of a chat with the messages 1 to 300, or whatever the test answers in their place. */
function chat(answers: Promise<Page>[] = []) {
  const asked: string[] = [];
  const read = (path: string) => {
    asked.push(path.slice("/c?limit=50".length));
    return answers.shift() ?? Promise.resolve(pageOf(new URL(path, "http://parley.test")));
  };
  return { asked, window: new MessageWindow("/c", read) };
}

function pageOf({ searchParams }: URL): Page {
  const after = Number(searchParams.get("after"));
  const before = Number(searchParams.get("before") ?? LAST + 1);
  const first = after ? after + 1 : Math.max(1, before - 50);
  const last = after ? Math.min(LAST, after + 50) : Math.min(LAST, before - 1);
  const messages = Array.from({ length: last - first + 1 }, (_, index) => message(first + index));
  return { messages, has_more: after ? last < LAST : first > 1 };
}

function ids(window: MessageWindow): string {
  const { messages, hasOlder, hasNewer } = window.list.value;
  const all = messages.map((message) => message.message_id);
  assert.deepEqual(all, all.map((_, index) => all[0]! + index), "a hole in the list");
  return `${hasOlder ? "…" : ""}${all[0]}-${all.at(-1)}${hasNewer ? "…" : ""}`;
}

Deno.test("the part around a message is brought, and further parts beside it", async () => {
  const { asked, window } = chat();
  assert.equal(await window.show(100), true);
  assert.equal(ids(window), "…51-150…");
  await window.loadOlder();
  assert.equal(ids(window), "1-150…");
  await window.loadOlder();
  assert.deepEqual(asked, ["&before=101", "&after=100", "&before=51"]);
});

Deno.test("a message that is not there leads to where it would be, or to the newest", async () => {
  const { window } = chat([Promise.resolve({ messages: [], has_more: false })]);
  assert.equal(await window.show(0), false);
  assert.equal(ids(window), "…251-300");
  assert.equal(await window.show(9000), false);
  assert.equal(ids(window), "…251-300");
});

Deno.test("a page that comes after the window went elsewhere makes no hole", async () => {
  const late = Promise.withResolvers<Page>();
  const { window } = chat([
    Promise.resolve(pageOf(new URL("http://parley.test/?before=101"))),
    Promise.resolve(pageOf(new URL("http://parley.test/?after=100"))),
    late.promise,
  ]);
  await window.show(100);
  const loading = window.loadNewer();
  await window.loadNewest();
  late.resolve(pageOf(new URL("http://parley.test/?after=150")));
  await loading;
  assert.equal(ids(window), "…251-300");
});

Deno.test("asked again and again while a page is on its way, it asks once", async () => {
  const { asked, window } = chat();
  await window.loadNewest();
  await Promise.all([window.loadOlder(), window.loadOlder(), window.loadOlder()]);
  assert.deepEqual(asked, ["", "&before=251"]);
  assert.equal(ids(window), "…201-300");
});

Deno.test("whoever writes sees it, also where the newest cannot be read", async () => {
  const { window } = chat();
  await window.show(100);
  await window.addOwn(message(300));
  assert.equal(ids(window), "…251-300");
  assert.equal(window.own.value, 300);

  const offline = chat([Promise.resolve(pageOf(new URL("http://parley.test/?before=101")))]).window;
  await offline.show(100);
  const failing = new MessageWindow(
    "/c",
    () => Promise.reject(new Error("away")),
    offline.list.value,
  );
  await failing.addOwn(message(301));
  assert.equal(failing.list.value.waiting, 1);
  assert.equal(failing.own.value, 301);
});
