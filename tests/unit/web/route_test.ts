/// <reference lib="dom" />
import assert from "node:assert/strict";
import { serveAsset } from "../../../routes/web_assets.ts";
import { address, parseRoute, type Route } from "../../../web/route.ts";

const ROWS: [string, Route][] = [
  ["/", { page: "home" }],
  ["/setup", { page: "setup" }],
  ["/invite/a-b", { page: "invite", code: "a-b" }],
  // Not every address that somebody types can be decoded.
  ["/invite/%E0%A4%A", { page: "invite", code: "%E0%A4%A" }],
  ["/search?q=disk+full&chat=7", { page: "search", query: "disk full", chatId: 7 }],
  [address.search("a&b"), { page: "search", query: "a&b", chatId: null }],
  [address.chat(7), { page: "chat", chatId: 7, messageId: null, thread: null }],
  [address.message(7, 101), { page: "chat", chatId: 7, messageId: 101, thread: null }],
  [address.thread(7, 101), { page: "chat", chatId: 7, messageId: null, thread: 101 }],
  [address.reply(7, 101, 105), { page: "chat", chatId: 7, messageId: 105, thread: 101 }],
  ["/chats/7/settings", { page: "chat_settings", chatId: 7, tab: "webhooks", id: null }],
  [
    address.chatSettings(7, "webhooks", "01H"),
    { page: "chat_settings", chatId: 7, tab: "webhooks", id: "01H" },
  ],
  [address.bots(), { page: "bots", botId: null }],
  [address.bots("01B"), { page: "bots", botId: "01B" }],
  ["/settings/people", { page: "people" }],
  ["/settings/audit", { page: "audit" }],
  ["/settings/me", { page: "me" }],
];

Deno.test("every address leads to its page, and the server serves it", () => {
  for (const [path, route] of ROWS) {
    const url = new URL(path, "http://parley.test");
    assert.deepEqual(parseRoute(url), route, path);
    assert.equal(serveAsset(new Request(url))?.status, 200, path);
  }
});

Deno.test("an address that is none of ours leads to no page", () => {
  for (
    const path of ["/chats/0", "/chats/x", "/chats/7/nope", "/settings/nope", "/chats/7/settings/x"]
  ) {
    assert.deepEqual(parseRoute(new URL(path, "http://parley.test")), { page: "missing" }, path);
  }
});
