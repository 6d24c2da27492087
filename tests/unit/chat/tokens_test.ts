import assert from "node:assert/strict";
import { hashToken, isWellFormedToken, mintToken, PREFIX } from "../../../chat/tokens.ts";
import { as, seed } from "../../seed.ts";

Deno.test("a token is its prefix, thirty random characters and six of checksum", () => {
  for (const prefix of Object.values(PREFIX)) {
    assert.match(mintToken(prefix), new RegExp(`^${prefix}[0-9A-Za-z]{36}$`));
  }
});

Deno.test("tokens do not repeat, and every character comes up about as often", () => {
  const tokens = Array.from({ length: 2000 }, () => mintToken(PREFIX.bot));
  assert.equal(new Set(tokens).size, 2000);
  const counts = new Map<string, number>();
  for (const token of tokens) {
    for (const char of token.slice(7, 37)) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  assert.equal(counts.size, 62);
  const mean = 60_000 / 62;
  for (const [char, count] of counts) assert.ok(Math.abs(count - mean) < mean / 4, char);
});

Deno.test("a typo anywhere breaks the checksum", () => {
  const token = mintToken(PREFIX.bot);
  assert.ok(isWellFormedToken(token, PREFIX.bot));
  for (let i = PREFIX.bot.length; i < token.length; i++) {
    const typo = token.slice(0, i) + (token[i] === "x" ? "y" : "x") + token.slice(i + 1);
    assert.ok(!isWellFormedToken(typo, PREFIX.bot), String(i));
  }
  assert.ok(!isWellFormedToken(token, PREFIX.webhook));
  assert.ok(!isWellFormedToken(`${token}x`, PREFIX.bot));
  assert.ok(!isWellFormedToken("", PREFIX.bot));
});

Deno.test("only the hash of a token is kept", async () => {
  const t = await seed();
  const bot = await t.bot();
  const kept = JSON.stringify(t.store.directory.credentials());
  assert.ok(kept.includes(hashToken(bot.token)));
  assert.ok(!kept.includes(bot.token.slice(7, 30)));
  await t.close();
});

Deno.test("a token with a configured legacy prefix works, with any other prefix it does not", async () => {
  const legacy = "oldbot-1234567890abcdef";
  const t = await seed({ settings: { legacyBotTokenPrefixes: ["oldbot-"] } });
  const bot = await t.bot({}, legacy);
  const chat = await t.chat("ops", bot);
  const body = { chat_id: chat.id, content: "hi" };
  assert.equal((await t.post("/bots/v1/messages", body, as({ token: legacy }))).status, 200);
  for (const token of ["oldbot-1234567890abcdeF", "newbot-1234567890abcdef", "oldbot-"]) {
    const { status, body: said } = await t.post("/bots/v1/messages", body, as({ token }));
    assert.deepEqual([status, said.error], [401, "unauthorized"]);
  }
  await t.close();
});

Deno.test("a token without a known prefix is none, even where its hash is stored", async () => {
  const t = await seed();
  const bot = await t.bot({}, "oldbot-1234567890abcdef");
  const chat = await t.chat("ops", bot);
  const { status } = await t.post("/bots/v1/messages", { chat_id: chat.id, content: "x" }, as(bot));
  assert.equal(status, 401);
  await t.close();
});
