// More than one bridge for the same bot, one after the other or side by side: one answer for each question.
import assert from "node:assert/strict";
import { type BridgeHouse, until, withBridgeHouse } from "../bridge_house.ts";
import { hurried } from "../hurried_clock.ts";
import { answering, type ScriptedBackend, slow } from "../scripted_backend.ts";
import { as } from "../seed.ts";

Deno.test("a bridge that comes back finishes the reply that it left, and no second one", () =>
  withBridgeHouse(slow, async ({ t, bridge, say, replies, settled }, backend) => {
    const bot = await t.bot({ username: "helper" });
    const agent = { bot_token: bot.token, backend: { url: `${backend.url}/v1`, model: "m" } };
    const first = bridge([agent]);
    const { messageId } = await say(bot, "Talk");
    await until("text", async () => (await replies(messageId))[0]?.content === "One ");
    await first.stop({ grace: 0 });
    const [left] = await replies(messageId);
    assert.equal(left?.status, "GN");
    bridge([agent]);
    const ended = await settled(messageId);
    assert.deepEqual(
      ended.map(({ message_id, content, finish_reason }) => [
        message_id,
        content,
        finish_reason,
      ]),
      [[left!.message_id, "One two", "stop"]],
    );
  }));

Deno.test("a stop that was pressed while the bridge was away is obeyed when it is back", () =>
  withBridgeHouse(slow, async ({ t, owner, bridge, say, replies, settled }, backend) => {
    const bot = await t.bot({ username: "helper" });
    const agent = { bot_token: bot.token, backend: { url: `${backend.url}/v1`, model: "m" } };
    const first = bridge([agent]);
    const { messageId } = await say(bot, "Talk");
    await until("text", async () => (await replies(messageId))[0]?.content === "One ");
    await first.stop({ grace: 0 });
    const [left] = await replies(messageId);
    await t.post(`/api/v1/messages/${left!.message_id}/cancel`, {}, as(owner));
    bridge([agent]);
    const ended = await settled(messageId);
    assert.deepEqual(ended.map(({ content, finish_reason }) => [content, finish_reason]), [
      ["One ", "cancelled"],
    ]);
    assert.equal(backend.requests.length, 1);
  }));

Deno.test("a reply left without an event gets its end", () =>
  withBridgeHouse(answering, async ({ t, owner, bridge, settled, say }, backend) => {
    const bot = await t.bot({ username: "helper" });
    const chat = await t.chat("ops", owner, bot);
    const root = await t.post(`/api/v1/chats/${chat.id}/messages`, { content: "x" }, as(owner));
    const id = root.body.message.message_id;
    await t.post(`/bots/v1/threads/${id}/replies`, { status: "GN", content: "Half" }, as(bot));
    await t.post(`/bots/v1/threads/${id}/replies`, { status: "GN" }, as(bot));
    bridge([{ bot_token: bot.token, backend: { url: `${backend.url}/v1`, model: "m" } }]);
    const ended = await settled(id, 2);
    assert.match(ended[0]!.content, /^Half\n\n_\(The answer was interrupted/);
    assert.match(ended[1]!.content, /^_\(The answer was interrupted/);
    assert.ok(ended.every(({ finish_reason }) => finish_reason === "error"));
    assert.equal((await settled((await say(bot, "Hi")).messageId))[0]?.content, "re: Hi");
  }));

Deno.test("two bridges of one bot give one answer", () =>
  withBridgeHouse(answering, async ({ t, bridge, say, settled, lines }, backend) => {
    const bot = await t.bot({ username: "helper" });
    const agent = { bot_token: bot.token, backend: { url: `${backend.url}/v1`, model: "m" } };
    bridge([agent]);
    bridge([agent]);
    await until(
      "both streams",
      () => lines.filter(({ message }) => message === "Stream connected").length === 2,
    );
    for (let n = 0; n < 10; n++) {
      assert.equal((await settled((await say(bot, `Number ${n}`)).messageId)).length, 1);
    }
    assert.equal(backend.requests.length, 10);
  }));

async function sideBySide(house: BridgeHouse, backend: ScriptedBackend, count: number) {
  const bot = await house.t.bot({ username: "helper" });
  const agent = { bot_token: bot.token, backend: { url: `${backend.url}/v1`, model: "m" } };
  const bridges = Array.from({ length: count }, () => house.bridge([agent], hurried(20)));
  const connected = () =>
    house.lines.filter(({ message }) => message === "Stream connected").length;
  await until("the streams", () => connected() === count);
  return { bot, agent, bridges };
}

Deno.test("a bridge beside another takes over when that one dies in the middle of its answer", () =>
  withBridgeHouse(slow, async (house, backend) => {
    const { bot, bridges } = await sideBySide(house, backend, 2);
    const { messageId } = await house.say(bot, "Talk");
    await until("text", async () => (await house.replies(messageId))[0]?.content === "One ");
    const isCalling = ({ metrics }: typeof bridges[0]) =>
      /backend_calls_running\{bot="helper"\} 1/.test(metrics());
    const busy = bridges.filter(isCalling);
    assert.equal(busy.length, 1, "one of them has the event");
    await busy[0]!.stop({ grace: 0 });
    const [left] = await house.replies(messageId);
    assert.equal(left?.status, "GN");
    // The service says of a reply that its bot is silent; until then the other bridge stays away.
    await new Promise((resolve) => setTimeout(resolve, 600));
    assert.equal(backend.requests.length, 1);
    house.t.clock.advance(house.t.context.settings.replyStallMs);
    const ended = await house.settled(messageId);
    assert.deepEqual(
      ended.map(({ message_id, content, finish_reason }) => [message_id, content, finish_reason]),
      [[left!.message_id, "One two", "stop"]],
    );
    assert.equal(backend.requests.length, 2);
  }));

Deno.test("a bridge that starts while another is answering leaves one whole answer", () =>
  withBridgeHouse(slow, async (house, backend) => {
    const { bot, agent } = await sideBySide(house, backend, 1);
    const { messageId } = await house.say(bot, "Talk");
    await until("text", async () => (await house.replies(messageId))[0]?.content === "One ");
    house.bridge([agent], hurried(20));
    const ended = await house.settled(messageId);
    assert.deepEqual(ended.map(({ content, finish_reason }) => [content, finish_reason]), [
      ["One two", "stop"],
    ]);
    // The first one hears that the reply is finished when it renews its lease.
    await until("the first backend call to be given up", () => backend.playing === 0);
    const again = await house.say(bot, "And now?");
    assert.equal((await house.settled(again.messageId)).length, 1);
    assert.equal((await house.replies(messageId)).length, 1);
  }));
