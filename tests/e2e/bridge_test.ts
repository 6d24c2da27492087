import assert from "node:assert/strict";
import { until, withBridgeHouse } from "../bridge_house.ts";
import { answering, ScriptedBackend, slow } from "../scripted_backend.ts";
import { as } from "../seed.ts";

const FALLBACK = "Away.";

Deno.test("200 threads with 20 events each: in order in every thread, and never more calls than the bound", () =>
  withBridgeHouse(async (connection, request) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
    await answering(connection, request);
  }, async ({ t, owner, bridge, replies, lines }, backend) => {
    const bot = await t.bot({ username: "helper", triggerMode: "all" });
    const chat = await t.chat("ops", owner, bot);
    bridge([{
      bot_token: bot.token,
      backend: { url: `${backend.url}/v1`, model: "m" },
      history: "none",
      max_parallel_threads: 16,
    }]);
    const THREADS = 200, EVENTS = 20;
    const roots = await Promise.all(Array.from({ length: THREADS }, async () => {
      const posted = await t.post(
        `/api/v1/chats/${chat.id}/messages`,
        { content: "0" },
        as(owner),
      );
      return posted.body.message.message_id as number;
    }));
    for (let n = 1; n < EVENTS; n++) {
      await Promise.all(
        roots.map((root) =>
          t.post(`/api/v1/messages/${root}/replies`, { content: String(n) }, as(owner))
        ),
      );
    }
    const answered = () => lines.filter(({ message }) => message === "Answer").length;
    const late = performance.now() + 120_000;
    while (answered() < THREADS * EVENTS && performance.now() < late) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.equal(answered(), THREADS * EVENTS);
    const expected = Array.from({ length: EVENTS }, (_, n) => `re: ${n}`);
    for (const root of roots) {
      const own = (await replies(root)).filter(({ author }) => author.kind === "bot");
      assert.deepEqual(own.map(({ content }) => content), expected);
      assert.ok(own.every(({ status }) => status === "OK"));
    }
    assert.equal(backend.requests.length, THREADS * EVENTS);
    assert.ok(backend.mostPlaying <= 16, `${backend.mostPlaying} calls at once`);
    const asked = Map.groupBy(
      backend.requests,
      ({ headers }) => headers.get("x-agent-session-id"),
    );
    assert.equal(asked.size, THREADS);
    for (const root of roots) {
      const contents = asked.get(`svc:${chat.id}:${root}`)?.map(({ body }) =>
        body.messages.at(-1).content
      );
      assert.deepEqual(contents, Array.from({ length: EVENTS }, (_, n) => String(n)));
    }
  }));

Deno.test("a refused connection is answered with the fallback; the breaker opens, spares the backend, and closes by one probe", () =>
  withBridgeHouse(answering, async ({ t, owner, bridge, say, settled, lines }, backend) => {
    const bot = await t.bot({ username: "helper" });
    let isDown = true;
    const doorman = new ScriptedBackend(async (connection, request) => {
      if (isDown) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
      await answering(connection, request);
    });
    const closed = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const port = (closed.addr as Deno.NetAddr).port;
    closed.close();
    const other = await t.bot({ username: "other" });
    const common = { retries: 0, fallback: FALLBACK };
    const breaker = { consecutive: 2, open: "300ms", open_max: "300ms" };
    const running = bridge([
      {
        bot_token: bot.token,
        backend: { url: `${doorman.url}/v1`, model: "m" },
        ...common,
        breaker,
      },
      {
        bot_token: other.token,
        backend: { url: `http://127.0.0.1:${port}/v1`, model: "m" },
        ...common,
      },
    ]);
    try {
      const refused = await settled((await say(other, "Anyone?")).messageId);
      assert.deepEqual([refused[0]?.content, refused[0]?.finish_reason], [FALLBACK, "unavailable"]);

      for (let n = 0; n < 2; n++) await settled((await say(bot, "Down?")).messageId);
      assert.match(running.metrics(), /parley_bridge_breaker_state\{bot="helper"\} 2/);
      const calls = doorman.requests.length;
      const began = performance.now();
      const spared = await settled((await say(bot, "Open?")).messageId);
      const took = performance.now() - began;
      assert.equal(spared[0]?.content, FALLBACK);
      assert.equal(spared[0]?.finish_reason, "unavailable");
      assert.equal(doorman.requests.length, calls, "the backend was called");
      assert.ok(took < 50, `${took} ms`);

      isDown = false;
      await until("half-open", () => running.metrics().includes('state{bot="helper"} 1'));
      const asked = await Promise.all(
        Array.from({ length: 10 }, () => say(bot, "And now?")),
      );
      const ends = await Promise.all(asked.map(({ messageId }) => settled(messageId)));
      const said = ends.map(([reply]) => reply!.content).sort();
      assert.deepEqual(said, [...Array(9).fill(FALLBACK), "re: And now?"]);
      assert.equal(doorman.requests.length, calls + 1, "more than one probe");
      assert.match(running.metrics(), /parley_bridge_breaker_state\{bot="helper"\} 0/);
      await settled((await say(bot, "Well?")).messageId);
      assert.ok(lines.some(({ outcome }) => outcome === "answered"));
      assert.ok(owner && backend);
    } finally {
      await doorman.close();
    }
  }));

Deno.test("the placeholder comes at once, also where a slot does not", () =>
  withBridgeHouse(slow, async ({ t, bridge, say, replies }, backend) => {
    const bot = await t.bot({ username: "helper" });
    bridge([{
      bot_token: bot.token,
      backend: { url: `${backend.url}/v1`, model: "m" },
      max_parallel_threads: 1,
    }]);
    await say(bot, "First");
    await until("the first call", () => backend.requests.length === 1);
    const began = performance.now();
    const { messageId } = await say(bot, "Second");
    await until("a placeholder", async () => (await replies(messageId)).length === 1);
    assert.ok(performance.now() - began < 100);
    assert.deepEqual((await replies(messageId)).map(({ status, content }) => [status, content]), [
      ["GN", ""],
    ]);
    assert.equal(backend.requests.length, 1);
  }));

Deno.test("a viewer's stop ends the backend call and keeps what came", () =>
  withBridgeHouse(slow, async ({ t, owner, bridge, say, replies, settled }, backend) => {
    const bot = await t.bot({ username: "helper" });
    bridge([{ bot_token: bot.token, backend: { url: `${backend.url}/v1`, model: "m" } }]);
    const { messageId } = await say(bot, "Talk");
    await until("text", async () => (await replies(messageId))[0]?.content === "One ");
    const [reply] = await replies(messageId);
    await t.post(`/api/v1/messages/${reply!.message_id}/cancel`, {}, as(owner));
    const [ended] = await settled(messageId);
    assert.deepEqual([ended?.content, ended?.finish_reason], ["One ", "cancelled"]);
    await until("the backend's caller to leave", () => backend.playing === 0);
    assert.equal(backend.requests.length, 1);
  }));

Deno.test("a token that is refused stops its agent with a reason, and only that one", () =>
  withBridgeHouse(answering, async ({ t, bridge, say, settled, lines }, backend) => {
    const bot = await t.bot({ username: "helper" });
    const backendSettings = { url: `${backend.url}/v1`, model: "m" };
    bridge([
      { bot_token: "svcbot_000000000000000000000000000000000000", backend: backendSettings },
      { bot_token: bot.token, backend: backendSettings },
    ]);
    assert.equal((await settled((await say(bot, "Hi")).messageId))[0]?.content, "re: Hi");
    await until("the reason", () => lines.some(({ level }) => level === "error"));
    assert.ok(!JSON.stringify(lines).includes("svcbot_"));
  }));

Deno.test("a follow-up carries what was said, in the same session", () =>
  withBridgeHouse(answering, async ({ t, owner, bridge, say, settled }, backend) => {
    const bot = await t.bot({ username: "helper" });
    bridge([{
      bot_token: bot.token,
      backend: { url: `${backend.url}/v1`, model: "m" },
      system_prompt: "Be kind.",
    }]);
    const { messageId } = await say(bot, "One");
    await settled(messageId);
    await t.post(`/api/v1/messages/${messageId}/replies`, { content: "Two" }, as(owner));
    await settled(messageId, 3);
    assert.deepEqual(backend.requests.at(-1)!.body.messages, [
      { role: "system", content: "Be kind." },
      { role: "user", content: "One" },
      { role: "assistant", content: "re: One" },
      { role: "user", content: "Two" },
    ]);
    const sessions = backend.requests.map(({ headers }) => headers.get("x-agent-session-id"));
    assert.equal(new Set(sessions).size, 1);
  }));

Deno.test("a bot that is deactivated ends its backend calls", () =>
  withBridgeHouse(slow, async ({ t, owner, bridge, say, replies, lines }, backend) => {
    const bot = await t.bot({ username: "helper" });
    const running = bridge([{
      bot_token: bot.token,
      backend: { url: `${backend.url}/v1`, model: "m" },
    }]);
    const { messageId } = await say(bot, "Talk");
    await until("text", async () => (await replies(messageId))[0]?.content === "One ");
    await t.patch(`/api/v1/bots/${bot.id}`, { enabled: false }, as(owner));
    await running.done;
    await until("the backend's caller to leave", () => backend.playing === 0);
    assert.ok(lines.some(({ reason }) => /deactivated/.test(String(reason))));
  }));
