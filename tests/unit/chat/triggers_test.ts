import assert from "node:assert/strict";
import { eventMeaning } from "../../../chat/event_codes.ts";
import { MAX_HOPS, triggered } from "../../../chat/triggers.ts";
import type { AuthorSnapshot } from "../../../store/entries.ts";
import { Directory } from "../../../store/directory.ts";
import type { BotRecord, ChatRecord, TriggerMode } from "../../../store/records.ts";

const author = (kind: AuthorSnapshot["kind"], id = "other"): AuthorSnapshot => ({
  kind,
  id,
  username: kind === "webhook" ? null : "other",
  displayName: "Other",
  avatarUrl: null,
});

interface Scene {
  mode?: TriggerMode;
  chatKind?: ChatRecord["kind"];
  by?: AuthorSnapshot["kind"];
  mentioned?: boolean;
  /** Null: a root message; else whether the bot takes part in the thread. */
  inThread?: boolean | null;
  hops?: number;
  enabled?: boolean;
  member?: boolean;
  own?: boolean;
}

function eventOf(scene: Scene): string | null {
  const { mode = "mentions", chatKind = "group", by = "user", hops = 0 } = scene;
  const directory = new Directory();
  const at = { createdAt: 0, updatedAt: 0, deletedAt: null };
  const bot: BotRecord = {
    id: "BOT",
    ref: 1,
    name: "Helper",
    username: "helper",
    description: "",
    displayName: "Helper",
    avatarUrl: null,
    triggerMode: mode,
    enabled: scene.enabled ?? true,
    ...at,
  };
  const chat: ChatRecord = { id: 7, kind: chatKind, name: "ops", createdAt: 0, deletedAt: null };
  directory.apply({ table: "bot", record: bot });
  directory.apply({ table: "chat", record: chat });
  if (scene.member ?? true) {
    const record = { chatId: 7, kind: "bot" as const, id: bot.id, joinedAt: 0 };
    directory.apply({ table: "member", record });
  }
  const { inThread = null } = scene;
  const events = triggered({
    chat,
    author: author(by, scene.own ? bot.id : "other"),
    mentions: scene.mentioned ? ["helper"] : ["somebody"],
    hops,
    threadBots: inThread === null ? null : new Set(inThread ? [1] : []),
  }, directory);
  assert.ok(events.length <= 1);
  if (events.length === 0) return null;
  const { type, trigger } = eventMeaning(events[0]![1]);
  return `${type} ${trigger}`;
}

/** What contract §4 says, written a second time and otherwise than the code has it. */
function expected(scene: Required<Omit<Scene, "enabled" | "member" | "own">>): string | null {
  const { mode, chatKind, by, mentioned, inThread, hops } = scene;
  if (mode === "manual" || hops >= 3) return null;
  const type = inThread === null ? "message.new" : "thread.reply.new";
  if (mentioned) return `${type} mention`;
  if (by === "bot") return null;
  if (chatKind === "direct") return `${type} direct`;
  if (mode === "all") return `${type} all`;
  return inThread ? `${type} thread` : null;
}

for (const mode of ["all", "mentions", "manual"] as const) {
  for (const chatKind of ["group", "direct"] as const) {
    for (const by of ["user", "webhook", "bot"] as const) {
      Deno.test(`mode ${mode}, ${chatKind} chat, message by a ${by}`, () => {
        for (const mentioned of [true, false]) {
          for (const inThread of [null, true, false]) {
            for (const hops of [0, 1, MAX_HOPS - 1, MAX_HOPS]) {
              const scene = { mode, chatKind, by, mentioned, inThread, hops };
              assert.equal(eventOf(scene), expected(scene), JSON.stringify(scene));
            }
          }
        }
      });
    }
  }
}

Deno.test("a bot hears nothing of its own messages", () => {
  assert.equal(eventOf({ mode: "all", by: "bot", mentioned: true, own: true }), null);
});
Deno.test("a bot hears nothing of chats that it is no member of", () => {
  assert.equal(eventOf({ mode: "all", mentioned: true, member: false }), null);
});
Deno.test("a deactivated bot hears nothing", () => {
  assert.equal(eventOf({ mode: "all", mentioned: true, enabled: false }), null);
});
Deno.test("at three hops nothing is triggered, not even by a mention", () => {
  assert.equal(eventOf({ mode: "all", by: "bot", mentioned: true, hops: 3 }), null);
  assert.equal(
    eventOf({ mode: "all", by: "bot", mentioned: true, hops: 2 }),
    "message.new mention",
  );
});
