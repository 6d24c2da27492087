import assert from "node:assert/strict";
import { Bot, type EventStreamOptions, StreamError } from "../../client/mod.ts";
import { as, type Seed, seed, type SeededBot } from "../seed.ts";

interface House {
  t: Seed;
  bot: SeededBot;
  client: Bot;
  chatId: number;
  post: (content: string) => Promise<unknown>;
  /** Cuts every connection, without a word. */
  cut: () => void;
}

/** The service behind a door that can be shut in the middle of anything. */
async function withHouse(run: (house: House) => Promise<void>): Promise<void> {
  const t = await seed();
  const owner = await t.owner();
  const bot = await t.bot({ triggerMode: "all" });
  const chat = await t.chat("ops", owner, bot);
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request, info) => t.app.handle(request, info.remoteAddr.hostname),
  );
  const door = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.TcpConn>();
  const passing: Promise<unknown>[] = [];
  const letIn = (async () => {
    try {
      for await (const outer of door) {
        const inner = await Deno.connect({ hostname: "127.0.0.1", port: server.addr.port });
        for (const side of [outer, inner]) {
          side.setNoDelay(true);
          open.add(side);
        }
        passing.push(
          outer.readable.pipeTo(inner.writable).catch(() => {}),
          inner.readable.pipeTo(outer.writable).catch(() => {}),
        );
      }
    } catch {
      // Closed at the end of the test.
    }
  })();
  const cut = () => {
    for (const side of open) {
      try {
        side.close();
      } catch {
        // It has ended by itself.
      }
    }
    open.clear();
  };
  const baseUrl = `http://127.0.0.1:${(door.addr as Deno.NetAddr).port}`;
  try {
    await run({
      t,
      bot,
      chatId: chat.id,
      cut,
      client: new Bot({ baseUrl, token: bot.token }),
      post: (content) => t.post(`/api/v1/chats/${chat.id}/messages`, { content }, as(owner)),
    });
  } finally {
    door.close();
    cut();
    await letIn;
    await Promise.all(passing);
    await server.shutdown();
    await t.close();
  }
}

const transports: [string, EventStreamOptions][] = [
  ["a WebSocket", { transport: "websocket" }],
  ["a WebSocket with the token in the address", { transport: "websocket", auth: "query" }],
  ["long polls", { transport: "poll" }],
];
const EVENTS = 300;

for (const [name, options] of transports) {
  Deno.test(`every event comes once and in order over ${name}, however often it is cut`, () =>
    withHouse(async ({ client, post, cut }) => {
      const events = client.events({ after: "acked", ...options });
      await events.latestAtStart;
      let posting = true;
      const cutting = (async () => {
        while (posting) {
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
          cut();
        }
      })();
      const posts = (async () => {
        for (let n = 1; n <= EVENTS; n++) {
          await post(`Number ${n}`);
          await new Promise((resolve) => setTimeout(resolve, 3));
        }
        posting = false;
      })();
      const seen: number[] = [];
      for await (const event of events) {
        seen.push(event.seq);
        events.ack(event.seq);
        if (event.seq === EVENTS) break;
      }
      assert.deepEqual(seen, Array.from({ length: EVENTS }, (_, index) => index + 1));
      await Promise.all([posts, cutting]);
    }));
}

Deno.test("what was acked does not come again, what was not does", () =>
  withHouse(async ({ client, post }) => {
    for (let n = 1; n <= 5; n++) await post(`Number ${n}`);
    const first = client.events({ after: "acked" });
    for await (const event of first) {
      if (event.seq === 3) first.ack(3);
      if (event.seq === 5) break;
    }
    const again: number[] = [];
    for await (const event of client.events({ after: "acked" })) {
      again.push(event.seq);
      if (event.seq === 5) break;
    }
    assert.deepEqual(again, [4, 5]);
  }));

Deno.test("a revoked token and one that never was end the iteration with the reason", () =>
  withHouse(async ({ t, bot, client }) => {
    const admin = await t.user({ role: "admin" });
    const events = client.events();
    await events.latestAtStart;
    await t.post(`/api/v1/bots/${bot.id}/token`, {}, as(admin));
    await assert.rejects(async () => {
      for await (const _ of events);
    }, (error) => error instanceof StreamError && error.code === 4001);
    for (const transport of ["websocket", "poll"] as const) {
      await assert.rejects(async () => {
        for await (const _ of client.events({ transport }));
      }, (error) => error instanceof StreamError && error.code === 401);
    }
  }));

Deno.test("where no WebSocket can be held the stream goes on by long poll", () =>
  withHouse(async ({ t, bot, post }) => {
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      (request) =>
        request.headers.has("upgrade")
          ? new Response("No upgrades here", { status: 400 })
          : t.app.handle(request, "127.0.0.1"),
    );
    const client = new Bot({ baseUrl: `http://127.0.0.1:${server.addr.port}`, token: bot.token });
    await post("Hello");
    const states: string[] = [];
    const events = client.events({
      after: "acked",
      onState: (state, detail) => states.push(`${state} ${detail}`),
    });
    for await (const event of events) {
      assert.equal(event.seq, 1);
      break;
    }
    assert.equal(states.at(-1), "connected by long poll");
    await server.shutdown();
  }));
