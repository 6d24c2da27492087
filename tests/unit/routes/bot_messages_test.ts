// What a bot sends: bodies, content, tokens, identity, keys (contract §3; specification §4.2, §5, §7 and §8).
import assert from "node:assert/strict";
import { refused } from "../../refused.ts";
import { as, seed } from "../../seed.ts";
import { PATH, scene } from "./bot_message_scene.ts";

Deno.test("success: 200 with ok, message_id and chat_id; the message shows the bot", () =>
  scene(async ({ t, bot, chat, send }) => {
    const { status, body } = await send({ chat_id: chat.id, content: "done" });
    assert.equal(status, 200);
    assert.deepEqual(body, { ok: true, message_id: body.message_id, chat_id: chat.id });
    const entry = (await t.store.messages.get(body.message_id))!;
    assert.deepEqual([entry.content, entry.author.kind, entry.author.id], ["done", "bot", bot.id]);
  }));

for (const body of ["", "{", "[]", "7", '{"chat_id":1,"content":"\\udc00"}']) {
  Deno.test(`400 invalid_json: ${JSON.stringify(body)}`, () =>
    scene(async ({ send }) => void refused(await send(body), 400, "invalid_json")));
}

for (const content of [undefined, "", " \n", null, 7, [], {}]) {
  Deno.test(`400 missing_content: content is ${JSON.stringify(content)}`, () =>
    scene(async ({ chat, send }) => {
      refused(await send({ chat_id: chat.id, content }), 400, "missing_content");
    }));
}

Deno.test("400 content_too_long: 4000 UTF-8 bytes are the most, not characters", () =>
  scene(async ({ chat, send }) => {
    const status = async (content: string) => (await send({ chat_id: chat.id, content })).status;
    assert.equal(await status("a".repeat(4000)), 200);
    assert.equal(await status("😀".repeat(1000)), 200);
    const long = await send({ chat_id: chat.id, content: "日".repeat(1334) });
    refused(long, 400, "content_too_long");
    assert.match(long.body.message, /4002 bytes.*4000 bytes/);
    assert.equal(await status("a".repeat(4001)), 400);
  }));

Deno.test("400 content_too_long: a body past 64 KiB", () =>
  scene(async ({ chat, send }) => {
    const body = { chat_id: chat.id, content: "x", pad: "x".repeat(65_536) };
    refused(await send(body), 400, "content_too_long");
  }));

for (const Authorization of ["", "Bearer", "Bearer x", "Basic eDp5", "svcbot_x"]) {
  Deno.test(`401 unauthorized: Authorization is ${JSON.stringify(Authorization)}`, () =>
    scene(async ({ send, chat }) => {
      const reply = await send({ chat_id: chat.id, content: "x" }, { Authorization });
      refused(reply, 401, "unauthorized");
      assert.equal(reply.headers.get("www-authenticate"), "Bearer");
    }));
}

Deno.test("401 unauthorized: no Authorization, a wrong token, tokens of other kinds, a query token", () =>
  scene(async ({ t, bot, chat }) => {
    const body = { chat_id: chat.id, content: "x" };
    const hook = await t.webhook(chat);
    const ana = await t.user();
    refused(await t.post(PATH, body), 401, "unauthorized");
    refused(await t.post(`${PATH}?token=${bot.token}`, body), 401, "unauthorized");
    const typo = { token: bot.token.slice(0, -1) + (bot.token.endsWith("x") ? "y" : "x") };
    for (const holder of [typo, hook, ana]) {
      refused(await t.post(PATH, body, as(holder)), 401, "unauthorized");
    }
  }));

Deno.test("401 unauthorized: any call of a deactivated bot; activated again its token is accepted", () =>
  scene(async ({ t, bot, chat, send }) => {
    const { token: _, ...record } = bot;
    const body = { chat_id: chat.id, content: "x" };
    await t.change({ table: "bot", record: { ...record, enabled: false } });
    const paths = ["/bots/v1/replies", "/bots/v1/events", "/bots/v1/me", "/bots/v1/stream"];
    refused(await send(body), 401, "unauthorized");
    for (const path of paths) refused(await t.get(path, as(bot)), 401, "unauthorized");
    await t.change({ table: "bot", record });
    assert.equal((await send(body)).status, 200);
  }));

Deno.test("the Bearer scheme is case-insensitive", () =>
  scene(async ({ bot, chat, send }) => {
    for (const scheme of ["bearer", "BEARER", "Bearer "]) {
      const Authorization = `${scheme} ${bot.token}`;
      const { status } = await send({ chat_id: chat.id, content: "x" }, { Authorization });
      assert.equal(status, 200, scheme);
    }
  }));

for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
  Deno.test(`405 method_not_allowed: ${method}, before the token is looked at`, () =>
    scene(async ({ t }) => {
      const reply = refused(await t.request(method, PATH), 405, "method_not_allowed");
      assert.equal(reply.headers.get("allow"), "POST");
    }));
}

Deno.test("500 send_failed: the store fails; nothing is shown of the cause", () =>
  scene(async ({ t, chat, send }) => {
    t.store.write = () => Promise.reject(new Error("disk I/O error"));
    const reply = refused(await send({ chat_id: chat.id, content: "x" }), 500, "send_failed");
    assert.ok(!JSON.stringify(reply.body).includes("disk"));
  }));

Deno.test("the order of checks: token, body, chat_id, content, membership", () =>
  scene(async ({ t, send }) => {
    refused(await t.post(PATH, "{"), 401, "unauthorized");
    refused(await send("{"), 400, "invalid_json");
    refused(await send({ content: "" }), 400, "missing_chat_id");
    refused(await send({ chat_id: 999, content: "" }), 400, "missing_content");
    refused(await send({ chat_id: 999, content: "x".repeat(4001) }), 400, "content_too_long");
    refused(await send({ chat_id: 999, content: "x" }), 403, "not_in_chat");
  }));

Deno.test("identity: the request's own name and picture, then the bot's defaults", () =>
  scene(async ({ t, chat, send }) => {
    const authorOf = async (body: object) => {
      const reply = await send({ chat_id: chat.id, content: "x", ...body });
      const { displayName, avatarUrl } =
        (await t.store.messages.get(reply.body.message_id))!.author;
      return [displayName, avatarUrl];
    };
    assert.deepEqual(await authorOf({}), ["Helper", "https://a.test/h.png"]);
    assert.deepEqual(await authorOf({ username: "Bo" }), ["Bo", "https://a.test/h.png"]);
    const avatar_url = "https://a.test/x.png";
    assert.deepEqual(await authorOf({ username: "Bo", avatar_url }), ["Bo", avatar_url]);
    assert.deepEqual(await authorOf({ username: "", avatar_url: 5 }), [
      "Helper",
      "https://a.test/h.png",
    ]);
    assert.deepEqual(await authorOf({}), ["Helper", "https://a.test/h.png"]);
  }, { displayName: "Helper", avatarUrl: "https://a.test/h.png" }));

for (const triggerMode of ["all", "mentions", "manual"] as const) {
  Deno.test(`trigger mode ${triggerMode} does not gate direct sends`, () =>
    scene(async ({ chat, send }) => {
      assert.equal((await send({ chat_id: chat.id, content: "x" })).status, 200);
    }, { triggerMode }));
}

Deno.test("one token posts into every chat that the bot is a member of", () =>
  scene(async ({ t, bot, chat, send }) => {
    const other = await t.chat("dev", bot);
    for (const { id } of [chat, other]) {
      assert.equal((await send({ chat_id: id, content: "x" })).body.chat_id, id);
    }
  }));

Deno.test("Idempotency-Key: per bot, the first result again, 409 for another body", () =>
  scene(async ({ t, chat, send }) => {
    const key = { "idempotency-key": "k" };
    const body = { chat_id: chat.id, content: "x" };
    const first = await send(body, key);
    const again = await send(body, key);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get("idempotency-replayed"), "true");
    refused(await send({ ...body, content: "y" }, key), 409, "idempotency_conflict");
    const other = await t.bot();
    await t.join(chat, other);
    const elsewhere = await t.post(PATH, body, { ...as(other), ...key });
    assert.notEqual(elsewhere.body.message_id, first.body.message_id);
  }));

Deno.test("Idempotency-Key and ids hold across a restart", async () => {
  const data = await Deno.makeTempDir();
  const before = await seed({ data });
  const bot = await before.bot();
  const chat = await before.chat("ops", bot);
  const hook = await before.webhook(chat, { ratePerMinute: 2 });
  const key = { "idempotency-key": "k" };
  const body = { chat_id: chat.id, content: "x" };
  const first = await before.post(PATH, body, { ...as(bot), ...key });
  await before.post(hook.path, { content: "1" });
  await before.post(hook.path, { content: "2" });
  await before.close();
  const after = await seed({ data });
  const again = await after.post(PATH, body, { ...as(bot), ...key });
  assert.deepEqual(again.body, first.body);
  assert.equal(again.headers.get("idempotency-replayed"), "true");
  refused(await after.post(hook.path, { content: "3" }), 429, "rate_limit_exceeded");
  const next = await after.post(PATH, body, as(bot));
  assert.ok(next.body.message_id > first.body.message_id + 2);
  await after.close();
  await Deno.remove(data, { recursive: true });
});

Deno.test("message ids grow in commit order over all surfaces", () =>
  scene(async ({ t, chat, send }) => {
    const hook = await t.webhook(chat);
    let last = 0;
    for (let i = 0; i < 10; i++) {
      const { body } = i % 2 === 0
        ? await send({ chat_id: chat.id, content: "x" })
        : await t.post(hook.path, { content: "x" });
      assert.ok(body.message_id > last);
      last = body.message_id;
    }
  }));
