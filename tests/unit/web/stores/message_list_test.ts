import assert from "node:assert/strict";
import type { Message } from "../../../../wire/records.ts";
import {
  around,
  EMPTY_LIST,
  type MessageList,
  WINDOW,
  withChanged,
  withNewer,
  withNewest,
  withOlder,
  withPosted,
} from "../../../../web/stores/message_list.ts";

function page(from: number, to: number): Message[] {
  return Array.from(
    { length: to - from + 1 },
    (_, index) => ({ message_id: from + index }) as Message,
  );
}

function ids(list: MessageList): string {
  const all = list.messages.map((message) => message.message_id);
  return `${list.hasOlder ? "…" : ""}${all[0]}-${all.at(-1)}${list.hasNewer ? "…" : ""}`;
}

Deno.test("the first page is the list", () => {
  assert.equal(ids(withNewest(EMPTY_LIST, page(51, 100), true)), "…51-100");
  assert.equal(ids(withNewest(EMPTY_LIST, page(1, 3), false)), "1-3");
});

Deno.test("a newest page after a short absence continues the list", () => {
  const list = withNewest(EMPTY_LIST, page(1, 60), false);
  assert.equal(ids(withNewest(list, page(51, 100), true)), "1-100");
});

Deno.test("a newest page after a long absence replaces the list instead of hiding a hole", () => {
  const list = withNewest(EMPTY_LIST, page(1, 10), false);
  assert.equal(ids(withNewest(list, page(51, 100), true)), "…51-100");
});

Deno.test("scrolling back and forth keeps the window bounded", () => {
  let list = withNewest(EMPTY_LIST, page(951, 1000), true);
  for (let first = 901; first > 1; first -= 50) {
    list = withOlder(list, page(first, first + 49), true);
    assert.ok(list.messages.length <= WINDOW);
  }
  assert.equal(ids(list), "…51-250…");
  list = withNewer(list, page(251, 300), true);
  assert.equal(ids(list), "…101-300…");
});

Deno.test("a posted message appears once, at the end, and not in a window that ends before it", () => {
  let list = withNewest(EMPTY_LIST, page(1, 2), false);
  list = withPosted(withPosted(list, page(3, 3)[0]!), page(3, 3)[0]!);
  assert.equal(ids(list), "1-3");
});

Deno.test("what arrives beyond the window is held back, and joins a page that was read before it", () => {
  let list = around(EMPTY_LIST, page(101, 150), true);
  list = withPosted(withPosted(list, page(203, 203)[0]!), page(204, 204)[0]!);
  list = withChanged(list, 204, (message) => ({ ...message, reply_count: 4 }));
  assert.equal(ids(list), "…101-150…");
  assert.equal(list.waiting, 2);
  const reached = withNewer(withNewer(list, page(151, 200), true), page(201, 202), false);
  assert.equal(ids(reached), "…101-204");
  assert.equal(reached.messages.at(-1)!.reply_count, 4);
  assert.deepEqual([reached.held, reached.waiting], [[], 0]);
  assert.equal(ids(withNewest(list, page(153, 202), true)), "…153-204");
});

Deno.test("a change touches one message and leaves the others the same objects", () => {
  const list = withNewest(EMPTY_LIST, page(1, 3), false);
  const changed = withChanged(list, 2, (message) => ({ ...message, reply_count: 4 }));
  assert.equal(changed.messages[1]!.reply_count, 4);
  assert.equal(changed.messages[0], list.messages[0]);
  assert.equal(withChanged(list, 99, (message) => message), list);
});
