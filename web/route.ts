// Where the reader is: the address bar, as a value.
import { signal } from "@preact/signals";
import type { Message } from "../wire/records.ts";

export type ChatSettingsTab = "webhooks" | "bots" | "members" | "general";

export type Route =
  | { page: "home" }
  | { page: "setup" }
  | { page: "signin" }
  | { page: "invite"; code: string }
  | { page: "search"; query: string; chatId: number | null }
  | { page: "chat"; chatId: number; messageId: number | null; thread: number | null }
  | { page: "chat_settings"; chatId: number; tab: ChatSettingsTab; id: string | null }
  | { page: "bots"; botId: string | null }
  | { page: "people" }
  | { page: "audit" }
  | { page: "me" }
  | { page: "missing" };

const TABS = ["webhooks", "bots", "members", "general"];

function chatRoute(chatId: number, rest: string[]): Route {
  const [word, id, messageId] = rest;
  if (!Number.isSafeInteger(chatId) || chatId < 1) return { page: "missing" };
  if (!word) return { page: "chat", chatId, messageId: null, thread: null };
  if (word === "messages") return { page: "chat", chatId, messageId: Number(id), thread: null };
  if (word === "threads") {
    return { page: "chat", chatId, messageId: Number(messageId) || null, thread: Number(id) };
  }
  const tab = id ?? "webhooks";
  if (word !== "settings" || !TABS.includes(tab)) return { page: "missing" };
  return { page: "chat_settings", chatId, tab: tab as ChatSettingsTab, id: messageId ?? null };
}

export function parseRoute(url: URL): Route {
  const [first, second, third, ...rest] = url.pathname.split("/").filter(Boolean);
  if (!first) return { page: "home" };
  if (first === "setup" || first === "signin") return { page: first };
  if (first === "invite" && second) return { page: "invite", code: second };
  if (first === "search") {
    const chatId = Number(url.searchParams.get("chat")) || null;
    return { page: "search", query: url.searchParams.get("q") ?? "", chatId };
  }
  if (first === "chats" && second) {
    return chatRoute(Number(second), [third, ...rest].filter((part) => part !== undefined));
  }
  if (first === "settings" && second === "bots") return { page: "bots", botId: third ?? null };
  if (first === "settings" && (second === "people" || second === "audit" || second === "me")) {
    return { page: second };
  }
  return { page: "missing" };
}

export const address = {
  chat: (chatId: number) => `/chats/${chatId}`,
  message: (chatId: number, messageId: number) => `/chats/${chatId}/messages/${messageId}`,
  thread: (chatId: number, root: number) => `/chats/${chatId}/threads/${root}`,
  reply: (chatId: number, root: number, id: number) => `/chats/${chatId}/threads/${root}/${id}`,
  /** Of a message in its chat, or of a reply in its thread. */
  of: ({ chat_id, message_id, parent_message_id }: Message) =>
    parent_message_id === null
      ? address.message(chat_id, message_id)
      : address.reply(chat_id, parent_message_id, message_id),
  chatSettings: (chatId: number, tab: ChatSettingsTab, id?: string) =>
    `/chats/${chatId}/settings/${tab}${id ? `/${id}` : ""}`,
  bots: (botId?: string) => `/settings/bots${botId ? `/${botId}` : ""}`,
  search: (query: string) => `/search?q=${encodeURIComponent(query)}`,
};

const isBrowser = typeof document !== "undefined";

export const route = signal<Route>(
  isBrowser ? parseRoute(new URL(location.href)) : { page: "home" },
);

export function go(path: string, { replace = false } = {}): void {
  const url = new URL(path, location.href);
  if (url.href === location.href) return;
  if (replace) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  route.value = parseRoute(url);
}

/** Follows the browser's own buttons, and links within the app without loading the page anew. */
export function followAddress(): void {
  addEventListener("popstate", () => {
    const next = parseRoute(new URL(location.href));
    if (JSON.stringify(next) !== JSON.stringify(route.value)) route.value = next;
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.("a[href]") as HTMLAnchorElement | null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (!link || !plain || event.defaultPrevented || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    // A place within this page, such as the content, is the browser's own matter.
    if (url.hash && url.pathname === location.pathname) return;
    if (url.origin !== location.origin || parseRoute(url).page === "missing") return;
    event.preventDefault();
    go(url.pathname + url.search);
  });
}
