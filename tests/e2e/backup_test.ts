// A backup taken by another process while posts come in, restored and compared.
import assert from "node:assert/strict";
import { join } from "node:path";
import { PERMISSIONS } from "../../packaging/compile.ts";
import { ROOT, type Running, startProcess } from "../process.ts";

const TOKEN = "svcusr_0123456789abcdefghijklmnop";
const PAGE = 100;

async function parley(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    // As the binary runs, with no more rights than it has.
    args: ["run", ...PERMISSIONS, "main.ts", ...args],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  const decoder = new TextDecoder();
  assert.equal(code, 0, decoder.decode(stderr));
  return decoder.decode(stdout);
}

const start = (data: string) =>
  startProcess({ env: { PARLEY_DATA: data, PARLEY_OWNER_TOKEN: TOKEN } });

async function call(service: Running, method: string, path: string, body?: unknown, token = TOKEN) {
  const response = await fetch(service.url + path, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await response.json();
  assert(response.ok, JSON.stringify(answer));
  return answer;
}

async function messagesOf(service: Running, chat: number): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (let after = 0;;) {
    const { messages, has_more } = await call(
      service,
      "GET",
      `/api/v1/chats/${chat}/messages?after=${after}&limit=${PAGE}`,
    );
    for (const { message_id, content } of messages) found.set(after = message_id, content);
    if (!has_more) return found;
  }
}

/** Posts from several callers until told to stop; keeps what was acknowledged, in the order of the answers. */
function load(service: Running, chat: number, token: string) {
  const acknowledged = new Map<number, string>();
  let going = true;
  const callers = Array.from({ length: 8 }, async (_, caller) => {
    for (let n = 0; going; n++) {
      const content = `caller ${caller}, post ${n}`;
      const { message_id } = await call(service, "POST", "/bots/v1/messages", {
        chat_id: chat,
        content,
      }, token);
      acknowledged.set(message_id, content);
    }
  });
  return {
    acknowledged,
    async until(count: number) {
      while (acknowledged.size < count) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async stop() {
      going = false;
      await Promise.all(callers);
    },
  };
}

Deno.test("a backup and an export under load hold all that was acknowledged before, and nothing half", async () => {
  const folder = await Deno.makeTempDir();
  const [data, restored, imported] = ["data", "restored", "imported"].map((name) =>
    join(folder, name)
  );
  const [copy, lines] = [join(folder, "copy.kv"), join(folder, "all.jsonl")];
  const service = await start(data!);
  try {
    const { chat } = await call(service, "POST", "/api/v1/chats", { name: "ops", kind: "group" });
    const { bot, token } = await call(service, "POST", "/api/v1/bots", {
      name: "b",
      username: "b",
    });
    await call(service, "PUT", `/api/v1/chats/${chat.chat_id}/bots/${bot.bot_id}`);
    const posts = load(service, chat.chat_id, token);
    await posts.until(500);
    const before = new Map(posts.acknowledged);
    await parley("backup", copy, "--data", data!);
    await parley("export", lines, "--data", data!);
    await posts.until(before.size + 500);
    await posts.stop();
    const live = await messagesOf(service, chat.chat_id);
    assert.deepEqual(new Map([...posts.acknowledged].sort(([a], [b]) => a - b)), live);

    await parley("restore", copy, "--data", restored!);
    await parley("import", lines, "--data", imported!);
    for (const place of [restored!, imported!]) {
      const again = await start(place);
      try {
        const messages = await messagesOf(again, chat.chat_id);
        for (const [id, content] of before) {
          assert.equal(messages.get(id), content, `message ${id}`);
        }
        // A prefix of the log: no message without all that were committed before it.
        assert.deepEqual([...messages], [...live].slice(0, messages.size));
        assert(messages.size < live.size);
        // It goes on from there: ids grow, tokens hold.
        const body = { chat_id: chat.chat_id, content: "after" };
        const posted = await call(again, "POST", "/bots/v1/messages", body, token);
        assert(posted.message_id > Math.max(...messages.keys()));
      } finally {
        assert.equal(await again.stop(), 0);
      }
    }
  } finally {
    assert.equal(await service.stop(), 0);
    await Deno.remove(folder, { recursive: true });
  }
});
