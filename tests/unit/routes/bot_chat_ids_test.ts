// Which chat a bot sends to: exact ids, and membership (contract §1, §3; specification §4.2).
import assert from "node:assert/strict";
import { refused } from "../../refused.ts";
import { as, seed } from "../../seed.ts";
import { PATH, scene } from "./bot_message_scene.ts";

const NO_CHAT_IDS = [
  "null",
  '"1"',
  "0",
  "-1",
  "-0",
  "1.5",
  "1.0000000000000001",
  "1e3",
  "true",
  "[1]",
  "{}",
  "9223372036854775808",
  "1e400",
  "-9223372036854775808",
  "99999999999999999999999",
];
for (const id of NO_CHAT_IDS) {
  Deno.test(`400 missing_chat_id: chat_id is ${id}`, () =>
    scene(async ({ send }) => {
      refused(await send(`{"chat_id":${id},"content":"x"}`), 400, "missing_chat_id");
    }));
}
Deno.test("400 missing_chat_id: chat_id is missing, also beside bad content", () =>
  scene(async ({ send }) => {
    refused(await send({ content: "x" }), 400, "missing_chat_id");
    refused(await send({}), 400, "missing_chat_id");
    refused(await send({ data: { chat_id: 1 }, content: "x" }), 400, "missing_chat_id");
  }));

Deno.test("403 not_in_chat: membership is asked on every call", () =>
  scene(async ({ t, bot, chat, send }) => {
    const body = { chat_id: chat.id, content: "x" };
    assert.equal((await send(body)).status, 200);
    await t.leave(chat, bot);
    refused(await send(body), 403, "not_in_chat");
    await t.join(chat, bot);
    assert.equal((await send(body)).status, 200);
  }));

Deno.test("403 not_in_chat: creating a bot adds it to no chat", async () => {
  const t = await seed();
  const bot = await t.bot();
  const chat = await t.chat("ops");
  const reply = await t.post(PATH, { chat_id: chat.id, content: "x" }, as(bot));
  refused(reply, 403, "not_in_chat");
  await t.close();
});

const BIG_IDS = [
  "9007199254740992",
  "9007199254740993",
  "9007199254740991",
  "9223372036854775807",
  "123456789",
];
for (const id of BIG_IDS) {
  Deno.test(`403 not_in_chat: chat ${id} names no chat, and is not rounded onto another`, () =>
    scene(async ({ send }) => {
      const reply = await send(`{"chat_id":${id},"content":"x"}`);
      refused(reply, 403, "not_in_chat");
      assert.ok(reply.body.message.includes(id));
    }));
}

Deno.test("a long number elsewhere in the body does not disturb an exact chat_id", () =>
  scene(async ({ chat, send }) => {
    const { status } = await send(
      `{"x":12345678901234567890,"chat_id":${chat.id},"content":"1.5e9 and 12345678901234567890"}`,
    );
    assert.equal(status, 200);
  }));

Deno.test("400 invalid_json: nesting that no exact reading can follow", () =>
  scene(async ({ chat, send }) => {
    const deep = "[".repeat(30_000) + "]".repeat(30_000);
    refused(await send(`{"chat_id":${chat.id},"x":${deep},"content":"1.0"}`), 400, "invalid_json");
    refused(await send(`{"chat_id":${deep},"content":"x"}`), 400, "missing_chat_id");
  }));
