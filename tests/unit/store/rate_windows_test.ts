import assert from "node:assert/strict";
import type { MessageEntry } from "../../../store/entries.ts";
import { RateWindows } from "../../../store/rate_windows.ts";
import { START } from "../../seed.ts";
import { withKv } from "../../memory_kv.ts";

const post = (id: number, webhook = "W"): MessageEntry => ({
  kind: "message",
  id,
  at: START + id,
  chatId: 1,
  parentId: null,
  status: "OK",
  author: { kind: "webhook", id: webhook, username: null, displayName: "W", avatarUrl: null },
  content: "x",
  mentions: [],
  hops: 0,
  updatedAt: START + id,
  events: [],
  counted: true,
});

const countOf = (windows: RateWindows, webhook = "W") =>
  windows.of(webhook).hour.count(START + 1000);

Deno.test("a crash between the rows and their mark counts no post twice when the log is replayed", () =>
  withKv(async (kv) => {
    const windows = new RateWindows(kv);
    for (let id = 1; id <= 40; id++) windows.admit(post(id));
    windows.stage();
    for (const { key, value } of windows.lay()) await kv.set(key, value);
    for (let id = 41; id <= 50; id++) windows.admit(post(id));
    const again = new RateWindows(kv);
    await again.load();
    assert.equal(countOf(again), 40);
    for (let id = 1; id <= 50; id++) again.admit(post(id));
    assert.equal(countOf(again), 50);
  }));

Deno.test("a commit that fails is not counted, and its ids may come again", () =>
  withKv((kv) => {
    const windows = new RateWindows(kv);
    windows.admit(post(1));
    const undo = [windows.admit(post(2))!, windows.admit(post(3))!];
    assert.equal(countOf(windows), 3);
    for (const take of undo.reverse()) take();
    assert.equal(countOf(windows), 1);
    windows.admit(post(2));
    assert.equal(countOf(windows), 2);
    return Promise.resolve();
  }));

Deno.test("each webhook has its own windows; what is not by a webhook counts nowhere", () =>
  withKv((kv) => {
    const windows = new RateWindows(kv);
    windows.admit(post(1, "A"));
    windows.admit(post(2, "B"));
    windows.admit({ ...post(3, "B"), counted: undefined });
    assert.deepEqual([countOf(windows, "A"), countOf(windows, "B")], [1, 1]);
    return Promise.resolve();
  }));
