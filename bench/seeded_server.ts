// The service on a data folder of its own, with chats, webhooks and bots to post through; prints how to reach them.
import { ulid } from "ulid";
import { hashToken, mintToken, PREFIX } from "../chat/tokens.ts";
import { loadConfig } from "../config.ts";
import { newLog } from "../log.ts";
import { start } from "../serve.ts";
import type { Put } from "../store/records.ts";
import type { Store } from "../store/store.ts";

const CHATS = 50;
const NO_LIMIT_IN_REACH = 1_000_000_000;

const [data = ":memory:", listeners = "0", keep] = Deno.args;
const config = loadConfig({
  env: { PARLEY_DATA: data, PARLEY_PORT: "0", PARLEY_OWNER_TOKEN: mintToken(PREFIX.personal) },
  readFile: Deno.readTextFileSync,
});
const started = performance.now();
const service = await start(config, newLog({ level: "error" }));
const readyMs = performance.now() - started;
// A folder that is kept was seeded before, and whoever seeded it knows its secrets.
const seeded = keep ? {} : await seed(service.context.store, Number(listeners));
const port = Number(new URL(service.url).port);
console.log(JSON.stringify({ port, readyMs, ...seeded }));
await new Promise<void>((resolve) => Deno.addSignalListener("SIGTERM", resolve));
await service.stop();

async function seed(store: Store, listening: number) {
  const at = Date.now();
  const botToken = mintToken(PREFIX.bot);
  const userToken = mintToken(PREFIX.personal);
  const [botId, userId] = [ulid(), ulid()];
  const hooks: { id: string; token: string; chatId: number }[] = [];
  const listeners: string[] = [];
  const first = store.directory.nextChatId;
  const puts: Put[] = [
    { table: "bot", record: bot(botId, store.directory.nextBotRef, "poster", "manual") },
    credential("bot", botId, botToken),
    {
      table: "user",
      record: {
        id: userId,
        username: "ana",
        displayName: "Ana",
        avatarUrl: null,
        role: "owner",
        enabled: true,
        createdAt: at,
      },
    },
    credential("personal", userId, userToken),
  ];
  for (let i = 0; i < CHATS; i++) {
    const [chatId, id, token] = [first + i, ulid(), mintToken(PREFIX.webhook)];
    hooks.push({ id, token, chatId });
    puts.push(
      {
        table: "chat",
        record: {
          id: chatId,
          kind: "group",
          name: `chat ${i}`,
          createdAt: at,
          deletedAt: null,
        },
      },
      { table: "member", record: { chatId, kind: "bot", id: botId, joinedAt: at } },
      { table: "member", record: { chatId, kind: "user", id: userId, joinedAt: at } },
      { table: "webhook", record: webhook(id, chatId, at) },
      credential("webhook", id, token),
    );
  }
  await store.write((draft) => draft.append({ kind: "change", puts }));
  // The last chat is where the listeners are.
  const chatId = first + CHATS - 1;
  for (let from = 0; from < listening; from += 100) {
    const firstRef = store.directory.nextBotRef;
    const group = Array.from({ length: Math.min(100, listening - from) }, (_, i) => {
      const [id, token] = [ulid(), mintToken(PREFIX.bot)];
      listeners.push(token);
      return [
        { table: "bot", record: bot(id, firstRef + i, `listener${from + i}`, "all") },
        { table: "member", record: { chatId, kind: "bot", id, joinedAt: at } },
        credential("bot", id, token),
      ] satisfies Put[];
    });
    await Promise.all(
      group.map((puts) => store.write((draft) => draft.append({ kind: "change", puts }))),
    );
  }
  return { botToken, userToken, hooks, listeners };

  function credential(kind: "bot" | "webhook" | "personal", ownerId: string, token: string): Put {
    const record = {
      hash: hashToken(token),
      id: ulid(),
      kind,
      ownerId,
      label: "bench",
      createdAt: at,
      expiresAt: null,
    };
    return { table: "credential", record };
  }
  function bot(id: string, ref: number, username: string, triggerMode: "all" | "manual") {
    return {
      id,
      ref,
      name: username,
      username,
      description: "",
      displayName: username,
      avatarUrl: null,
      triggerMode,
      enabled: true,
      createdBy: userId,
      createdAt: at,
      updatedAt: at,
      deletedAt: null,
    };
  }
}

function webhook(id: string, chatId: number, at: number) {
  return {
    id,
    chatId,
    name: "bench",
    description: "",
    defaultUsername: null,
    defaultAvatarUrl: null,
    enabled: true,
    ipAllowlist: [],
    ratePerMinute: NO_LIMIT_IN_REACH,
    ratePerHour: NO_LIMIT_IN_REACH,
    createdAt: at,
    updatedAt: at,
    deletedAt: null,
  };
}
