// The bots' event stream over real sockets: contract §4.
import assert from "node:assert/strict";
import { ServerFrame } from "../../wire/bot_stream.ts";
import { Cable, Listener, type Listening, listening, openUnread, pause } from "../listening.ts";
import { Random } from "../random.ts";
import { as, type SeededBot, type SeededWebhook, type SeedOptions } from "../seed.ts";

interface Scene extends Listening {
  bot: SeededBot;
  hook: SeededWebhook;
  say(content?: string): Promise<void>;
  listen(query?: string): Listener;
}

const scene = (run: (scene: Scene) => Promise<void>, options?: SeedOptions) =>
  listening(async (service) => {
    const { t, url } = service;
    const bot = await t.bot({ username: "helper", triggerMode: "all" });
    const chat = await t.chat("ops", bot);
    const hook = await t.webhook(chat, { ratePerMinute: 0, ratePerHour: 0 });
    const say = async (content = "hi") => {
      assert.equal((await t.post(hook.path, { content })).status, 200);
    };
    const listen = (query = "") => new Listener(`${url}/bots/v1/stream${query}`, as(bot));
    await run({ ...service, bot, hook, say, listen });
  }, options);

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

Deno.test("hello, then live events; every frame is as described", () =>
  scene(async ({ bot, say, listen }) => {
    await say("before");
    const listener = listen();
    const hello = await listener.ofType("hello");
    assert.equal(hello.bot.bot_id, bot.id);
    assert.deepEqual([hello.latest_seq, hello.oldest_seq, hello.acked_seq, hello.resume_from], [
      1,
      1,
      0,
      2,
    ]);
    await say("@helper after");
    const event = await listener.ofType("message.new");
    assert.deepEqual([event.seq, event.data.text], [2, "after"]);
    for (const frame of listener.frames) assert.deepEqual(ServerFrame.parse(frame), frame);
    await listener.close();
  }));

Deno.test("the token may stand in the query", () =>
  scene(async ({ url, bot }) => {
    const listener = new Listener(`${url}/bots/v1/stream?token=${bot.token}`);
    await listener.ofType("hello");
    await listener.close();
    const refused = new Listener(`${url}/bots/v1/stream?token=x`);
    assert.equal(await refused.opened, false);
  }));

Deno.test("where it starts: after a seq, after what was acked, the saved cursor, or live only", () =>
  scene(async ({ say, listen }) => {
    for (let i = 0; i < 5; i++) await say();
    const seqsOf = async (query: string, last: number) => {
      const listener = listen(query);
      await listener.ofType("hello");
      await listener.until(({ seq }) => seq === last);
      await listener.close();
      return listener.seqs;
    };
    assert.deepEqual(await seqsOf("?after=0", 5), upTo(5));
    assert.deepEqual(await seqsOf("?after=acked", 5), upTo(5));
    assert.deepEqual(await seqsOf("?after=3", 5), [4, 5]);
    const acking = listen();
    await acking.ofType("hello");
    assert.deepEqual(acking.seqs, [], "never acked: live only");
    acking.send({ type: "ack", seq: 2 });
    acking.send({ type: "ping" });
    await acking.ofType("pong");
    await acking.close();
    assert.deepEqual(await seqsOf("", 5), [3, 4, 5]);
    assert.deepEqual(await seqsOf("?after=acked", 5), [3, 4, 5]);
  }));

Deno.test("replay joins live without a hole or a repeat, whenever one connects", () =>
  scene(async ({ say, listen }) => {
    const random = new Random(3);
    const listeners: Listener[] = [];
    const total = 1500;
    const posting = (async () => {
      for (let sent = 0; sent < total; sent += 15) {
        await Promise.all(Array.from({ length: 15 }, () => say("x".repeat(random.below(500) + 1))));
      }
    })();
    for (let i = 0; i < 15; i++) {
      await pause(random.below(30));
      listeners.push(listen("?after=0"));
    }
    await posting;
    for (const listener of listeners) {
      await listener.until(({ seq }) => seq === total);
      assert.deepEqual(listener.seqs, upTo(total));
      await listener.close();
    }
  }));

Deno.test("200 drops during 2000 events: every event arrives, in order, none twice on a socket", () =>
  scene(async ({ port, bot, say }) => {
    const random = new Random(11);
    const total = 2000;
    const cable = new Cable(port);
    const received: number[] = [];
    let drops = 0;
    let posted = 0;
    const posting = (async () => {
      // Goes with the drops, so that they fall all over the run.
      while (posted < total) {
        while (posted > (drops + 1) * 10 && drops < 200) await pause(1);
        const count = Math.min(1 + random.below(10), total - posted);
        await Promise.all(Array.from({ length: count }, () => say()));
        posted += count;
      }
    })();
    while ((received.at(-1) ?? 0) < total) {
      const after = received.at(-1) ?? 0;
      const listener = new Listener(`${cable.url}/bots/v1/stream?after=${after}`, as(bot));
      if (drops < 200) {
        // Sometimes before the handshake is through, sometimes in the middle of a replay.
        if (random.chance(0.7)) await Promise.race([listener.ofType("hello"), listener.closed]);
        await pause(random.below(8));
        let gone = false;
        listener.closed.then(() => gone = true);
        // A connection that is only just being made is cut as soon as it is there.
        while (!gone) {
          cable.cut();
          await pause(2);
        }
        drops++;
      } else await listener.until(({ seq }) => seq === total);
      if (drops === 200 && listener.seqs.at(-1) === total) await listener.close();
      await listener.closed;
      const { seqs } = listener;
      assert.deepEqual(seqs, upTo(after + seqs.length, after + 1));
      received.push(...seqs);
    }
    await posting;
    cable.end();
    assert.deepEqual([drops, received.length], [200, total]);
    assert.deepEqual(received, upTo(total));
  }));

Deno.test("4001: the token is revoked; with grace only when it is over", () =>
  scene(async ({ t, bot, listen }) => {
    const listener = listen();
    await listener.ofType("hello");
    const [credential] = t.store.directory.credentialsOf(bot.id);
    const record = { ...credential!, expiresAt: Date.now() + 1500 };
    await t.change({ table: "credential", record });
    listener.send({ type: "ping" });
    await listener.ofType("pong");
    assert.equal((await listener.closed).code, 4001);
    assert.ok(Date.now() >= record.expiresAt);
    assert.equal(await listen().opened, false);
    await t.change({ table: "credential", record: credential! });
    const again = listen();
    await again.ofType("hello");
    await t.change({ table: "credential", record: credential!, removed: true });
    assert.equal((await again.closed).code, 4001);
  }));

Deno.test("4003: the bot is deactivated", () =>
  scene(async ({ t, bot, listen }) => {
    const listener = listen();
    await listener.ofType("hello");
    const { token: _, ...record } = bot;
    await t.change({ table: "bot", record: { ...record, enabled: false } });
    assert.equal((await listener.closed).code, 4003);
  }));

Deno.test("4008: the seventeenth connection; each of sixteen gets every event", () =>
  scene(async ({ say, listen }) => {
    const listeners = Array.from({ length: 16 }, () => listen());
    for (const listener of listeners) await listener.ofType("hello");
    assert.equal((await listen().closed).code, 4008);
    await say();
    for (const listener of listeners) {
      await listener.ofType("message.new");
      assert.deepEqual(listener.seqs, [1]);
    }
    await listeners[0]!.close();
    await pause(20);
    const next = listen();
    await next.ofType("hello");
    for (const listener of [...listeners, next]) await listener.close();
  }));

Deno.test("1012: the service restarts", () =>
  scene(async ({ t, listen }) => {
    const listener = listen();
    await listener.ofType("hello");
    t.app.drain();
    assert.equal((await listener.closed).code, 1012);
  }));

Deno.test("bad frames are told what to do, and nothing is lost by them", () =>
  scene(async ({ say, listen }) => {
    const listener = listen();
    await listener.ofType("hello");
    const bad = [
      "{",
      "[]",
      "null",
      '{"type":"nonsense"}',
      '{"type":"ack"}',
      '{"type":"ack","seq":-1}',
    ];
    for (const frame of bad) listener.send(frame);
    listener.send(new Uint8Array([1, 2, 3]));
    listener.send({ type: "ack", seq: 99 });
    await listener.until(({ message }) => /ack of 99.*newest event, 0/.test(message));
    const errors = listener.frames.filter(({ type }) => type === "error");
    assert.equal(errors.length, bad.length + 2);
    assert.ok(errors.every(({ error, message }) => error === "bad_frame" && message.length > 20));
    await say();
    await listener.ofType("message.new");
    listener.send("{");
    listener.send("{");
    assert.equal((await listener.closed).code, 4002);
  }));

for (const [name, frame] of [["text", "x".repeat(100_000)], ["binary", new Uint8Array(100_000)]]) {
  Deno.test(`4002: a giant ${name} frame`, () =>
    scene(async ({ listen }) => {
      const listener = listen();
      await listener.ofType("hello");
      listener.send(frame);
      assert.equal((await listener.closed).code, 4002);
    }));
}

Deno.test("4002: a flood of frames; others hear their events meanwhile", () =>
  scene(async ({ say, listen }) => {
    const [flooding, calm] = [listen(), listen()];
    await Promise.all([flooding.ofType("hello"), calm.ofType("hello")]);
    let closed: { code: number } | null = null;
    flooding.closed.then((it) => closed = it);
    for (let sent = 0; sent < 50_000 && closed === null; sent += 100) {
      for (let i = 0; i < 100; i++) flooding.send({ type: "pong" });
      await pause(1);
    }
    await say();
    await calm.ofType("message.new");
    // A peer that is still sending may see its connection reset before it sees the code.
    assert.ok([4002, 0].includes((await flooding.closed).code));
    await calm.close();
  }));

Deno.test("a heartbeat comes every interval, with the newest seq", () =>
  scene(async ({ say, listen }) => {
    const listener = listen();
    assert.equal((await listener.ofType("hello")).heartbeat_ms, 200);
    await listener.ofType("ping");
    await say();
    await listener.until(({ type, latest_seq }) => type === "ping" && latest_seq === 1);
    await listener.close();
  }, { settings: { heartbeatMs: 200 } }));

Deno.test("4009: a reader that stops reading costs at most 1 MiB, and others nothing", () =>
  scene(async ({ t, port, bot, hook, listen }) => {
    const stuck = await openUnread(port, bot.token);
    const calm = listen();
    await calm.ofType("hello");
    while (t.app.context.openStreams!(bot.id) < 2) await pause(5);
    const before = Deno.memoryUsage().rss;
    const content = "x".repeat(4000);
    let sent = 0;
    let slowest = 0;
    // The kernel buffers some megabytes of its own before the service sees that nobody reads.
    while (t.app.context.openStreams!(bot.id) === 2 && sent < 8000) {
      await Promise.all(Array.from({ length: 20 }, () => t.post(hook.path, { content })));
      sent += 20;
      const started = performance.now();
      await calm.until(({ seq }) => seq === sent);
      slowest = Math.max(slowest, performance.now() - started);
    }
    assert.equal(t.app.context.openStreams!(bot.id), 1, "the stuck one was closed");
    assert.deepEqual(calm.seqs, upTo(sent));
    assert.ok(slowest < 1000, `${slowest} ms`);
    assert.ok(Deno.memoryUsage().rss - before < 300 * 1024 * 1024);
    stuck.close();
    const resumed = listen("?after=0");
    await resumed.until(({ seq }) => seq === sent);
    assert.deepEqual(resumed.seqs, upTo(sent), "nothing was lost");
    await resumed.close();
    await calm.close();
  }));
