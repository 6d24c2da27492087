// What the client makes of each way in which the service closes a stream.
import assert from "node:assert/strict";
import { Bot, type BotEvent } from "../../client/mod.ts";
import { hurried } from "../hurried_clock.ts";
import { Cable, Listener, listening, pause } from "../listening.ts";
import { freePort } from "../ports.ts";
import { startProcess } from "../process.ts";
import { as } from "../seed.ts";

const TIMES = 20;
const upTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);

/** Hears a bot's events by WebSocket, with what the client says of its connection. */
function hear(baseUrl: string, token: string) {
  const states: string[] = [];
  const heard: BotEvent[] = [];
  const events = new Bot({ baseUrl, token, clock: hurried(TIMES) }).events({
    after: "acked",
    transport: "websocket",
    onState: (state, detail) => states.push(`${state}: ${detail}`),
  });
  const iterating = (async () => {
    for await (const event of events) heard.push(event);
  })();
  const until = async (seq: number) => {
    const late = performance.now() + 20_000;
    while (heard.at(-1)?.seq !== seq) {
      if (performance.now() > late) throw new Error(`Event ${seq} never came: ${states}`);
      await pause(5);
    }
  };
  const close = async () => {
    await events.close();
    await iterating;
  };
  return { states, seqs: () => heard.map(({ seq }) => seq), until, close };
}

Deno.test("4008: where all places are taken it waits long, and is there when one is free", () =>
  listening(async ({ t, url }) => {
    const bot = await t.bot({ triggerMode: "all" });
    const chat = await t.chat("ops", bot);
    const hook = await t.webhook(chat);
    await t.post(hook.path, { content: "One" });
    const taken = new Listener(`${url}/bots/v1/stream`, as(bot));
    await taken.ofType("hello");
    const client = hear(url, bot.token);
    while (client.states.length === 0) await pause(5);
    await pause(8_000 / TIMES);
    assert.deepEqual(client.states, ["lost: The stream was closed (4008)"]);
    await taken.close();
    await client.until(1);
    assert.deepEqual(client.seqs(), [1]);
    await client.close();
  }, { settings: { maxStreamsPerBot: 1 } }));

Deno.test("4009: who was too slow resumes, and has missed and doubled nothing", () =>
  listening(async ({ t, port }) => {
    const bot = await t.bot({ triggerMode: "all" });
    const chat = await t.chat("ops", bot);
    const hook = await t.webhook(chat, { ratePerMinute: 0, ratePerHour: 0 });
    const cable = new Cable(port);
    const client = hear(cable.url, bot.token);
    while (client.states.length === 0) await pause(5);
    cable.hold();
    const content = "x".repeat(4000);
    let sent = 0;
    // The system buffers some megabytes before the service sees that nobody reads.
    while (t.app.context.openStreams!(bot.id) === 1 && sent < 8000) {
      await Promise.all(Array.from({ length: 20 }, () => t.post(hook.path, { content })));
      sent += 20;
      await pause(1);
    }
    cable.release();
    await client.until(sent);
    assert.deepEqual(client.seqs(), upTo(sent));
    assert.ok(client.states.includes("lost: The stream was closed (4009)"), `${client.states}`);
    await client.close();
    cable.end();
  }));

Deno.test("1012: it is there again after the service has restarted", async () => {
  const data = await Deno.makeTempDir();
  const owner = "svcusr_0123456789abcdefghijklmnopqrstuvwxyz";
  const env = { PARLEY_DATA: data, PARLEY_OWNER_TOKEN: owner, PARLEY_PORT: String(freePort()) };
  let service = await startProcess({ env });
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: as({ token: owner }),
      body: JSON.stringify(body),
    });
    return await answer.json();
  };
  const fields = { name: "Helper", username: "helper" };
  const { bot, token } = await call("POST", "/api/v1/bots", fields);
  const { chat } = await call("POST", "/api/v1/chats", { kind: "direct", username: bot.username });
  const say = () => call("POST", `/api/v1/chats/${chat.chat_id}/messages`, { content: "Hi" });
  const client = hear(service.url, token);
  try {
    await say();
    await client.until(1);
    assert.equal(await service.stop(), 0);
    service = await startProcess({ env });
    await say();
    await client.until(2);
    assert.deepEqual(client.seqs(), [1, 2]);
    assert.deepEqual(client.states.slice(0, 2), [
      "connected: by WebSocket",
      "lost: The stream was closed (1012)",
    ]);
    assert.equal(client.states.at(-1), "connected: by WebSocket");
  } finally {
    await client.close();
    await service.stop();
    await Deno.remove(data, { recursive: true });
  }
});
