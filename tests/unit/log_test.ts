import assert from "node:assert/strict";
import { createApp } from "../../app.ts";
import { newLog, redact } from "../../log.ts";
import { as, seed } from "../seed.ts";

Deno.test("a line is one JSON object with time, level and message", () => {
  const lines: string[] = [];
  const log = newLog({ level: "info", write: (line) => lines.push(line), now: () => 0 });
  log.debug("too quiet");
  log.warn("two\nlines", { error: new Error("broken", { cause: new Error("root") }) });
  assert.equal(lines.length, 1);
  assert.ok(!lines[0]!.includes("\n"));
  const { time, level, message, error } = JSON.parse(lines[0]!);
  assert.deepEqual([time, level, message], ["1970-01-01T00:00:00.000Z", "warn", "two\nlines"]);
  assert.match(error, /broken[\s\S]*caused by Error: root/);
});

const SECRET = "0123456789abcdefghijABCDEFGHIJ";
const REDACTED: [text: string, safe: string][] = [
  [`/webhooks/v1/01ABC/svcwh_${SECRET}`, "/webhooks/v1/01ABC/[redacted]"],
  [`/webhooks/v1/01ABC/oldtoken?x=1`, "/webhooks/v1/01ABC/[redacted]?x=1"],
  [`/hooks/01ABC/${SECRET}`, "/hooks/01ABC/[redacted]"],
  [`/bots/v1/stream?token=${SECRET}&after=1`, "/bots/v1/stream?token=[redacted]&after=1"],
  [`Authorization: Bearer ${SECRET}`, "Authorization: Bearer [redacted]"],
  [`token svcbot_${SECRET} leaked`, "token svcbot_[redacted] leaked"],
  [`the owner's ${SECRET}`, "the owner's [redacted]"],
];
for (const [text, safe] of REDACTED) {
  Deno.test(`the redactor turns ${text.slice(0, 24)}… safe`, () => {
    assert.equal(redact(text, [SECRET]), safe);
  });
}

Deno.test("no token, content or webhook URL is ever logged, whatever comes and whatever breaks", async () => {
  const t = await seed({ settings: { legacyBotTokenPrefixes: ["oldbot-"] } });
  const lines: string[] = [];
  const log = newLog({ level: "debug", write: (line) => lines.push(line) });
  t.context.report = (error, fields) => log.error("A request or task failed", { ...fields, error });
  const app = createApp(t.context);
  const bot = await t.bot();
  const old = await t.bot({}, "oldbot-legacy-token-123456");
  const ana = await t.owner();
  const chat = await t.chat("ops", bot, ana);
  const hook = await t.webhook(chat, { ipAllowlist: [] });
  const call = async (method: string, path: string, body?: string, headers: HeadersInit = {}) => {
    const request = new Request(`http://parley.test${path}`, { method, body, headers });
    await (await app.handle(request, "127.0.0.1")).body?.cancel();
  };
  const content = "CONTENT-THAT-NOBODY-LOGS";
  const round = async () => {
    const posts = [`{"content":"${content}"}`, `{"content":"${content}"`, `{"content":7}`];
    for (const body of posts) {
      await call("POST", hook.path, body, as(bot));
      await call("POST", `/hooks/${hook.id}/${hook.token}`, body.replace("content", "text"));
      await call("POST", "/bots/v1/messages", body.replace("{", `{"chat_id":${chat.id},`), as(bot));
      await call("POST", "/bots/v1/messages", body, as(old));
      await call("POST", `/api/v1/chats/${chat.id}/messages`, body, as(ana));
    }
    await call("GET", hook.path);
    await call("GET", `${hook.path}/x`);
    await call("GET", `/bots/v1/stream?token=${bot.token}`);
    await call("GET", `/bots/v1/events?timeout=0&token=${bot.token}`, undefined, as(bot));
    await call("POST", `/webhooks/v1/${hook.id}/${hook.token}x`, posts[0]);
  };
  await round();
  t.store.write = () => Promise.reject(new Error("The store is gone"));
  await round();
  app.drain();
  await t.close();
  assert.ok(lines.length >= 3, "the broken store was logged");
  const all = lines.join("\n");
  const secrets = [hook.token, bot.token, ana.token, old.token, content, hook.path];
  for (const secret of secrets) assert.ok(!all.includes(secret), secret);
});
