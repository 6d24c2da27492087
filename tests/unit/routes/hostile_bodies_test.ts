// Bad input never breaks anything: two thousand generated bodies for each surface, the same ones in every run.
import assert from "node:assert/strict";
import { ERROR_CODES, statusOf } from "../../../chat/errors.ts";
import { hostileBody } from "../../hostile.ts";
import { Random } from "../../random.ts";
import { as, type Reply, type Seed, seed } from "../../seed.ts";

const BODIES = 2000;

function checkShape({ status, body }: Reply, sent: unknown): void {
  const about = () => `${status} ${JSON.stringify(body)} for ${String(sent).slice(0, 200)}`;
  assert.ok(status < 500, about());
  if (body === "ok" && status === 200) return;
  assert.equal(typeof body, "object", about());
  assert.equal(body.ok, status === 200, about());
  if (status === 200) return;
  assert.ok(ERROR_CODES.includes(body.error), about());
  assert.equal(statusOf(body.error), status, about());
  assert.ok(typeof body.message === "string" && body.message.length > 10, about());
}

async function seeded(run: (t: Seed) => Promise<void>): Promise<void> {
  const t = await seed();
  try {
    await run(t);
  } finally {
    await t.close();
  }
}

interface Surface {
  name: string;
  fields: string[];
  legal: Record<string, unknown>;
  /** How many answers of the run must be 200, so that the bodies are not all refused for one reason. */
  accepted: number;
  prepare(t: Seed): Promise<(body: string | Uint8Array, random: Random) => Promise<Reply>>;
}

async function cast(t: Seed) {
  const bot = await t.bot({ username: "helper", triggerMode: "all" });
  const chat = await t.chat("ops", bot);
  const hook = await t.webhook(chat, { ratePerMinute: 0, ratePerHour: 0 });
  const root: number = (await t.post(hook.path, { content: "root" })).body.message_id;
  return { bot, chat, hook, root };
}

const SURFACES: Surface[] = [
  {
    name: "webhook",
    fields: ["content", "username", "avatar_url"],
    legal: { content: "hi", username: "CI", avatar_url: "https://a.test/x.png" },
    accepted: 300,
    async prepare(t) {
      const { hook } = await cast(t);
      return (body) => t.post(hook.path, body);
    },
  },
  {
    name: "bot send",
    fields: ["chat_id", "content", "username", "avatar_url"],
    legal: { chat_id: 1, content: "hi", username: "CI", avatar_url: "https://a.test/x.png" },
    accepted: 200,
    async prepare(t) {
      const { bot } = await cast(t);
      return (body) => t.post("/bots/v1/messages", body, as(bot));
    },
  },
  {
    name: "new reply",
    fields: ["content", "status", "username", "avatar_url", "event_id", "finish_reason"],
    legal: { content: "hi", status: "GN", event_id: "E", finish_reason: "stop" },
    accepted: 100,
    async prepare(t) {
      const { bot, root } = await cast(t);
      return (body) => t.post(`/bots/v1/threads/${root}/replies`, body, as(bot));
    },
  },
  {
    name: "change of a reply",
    fields: ["append", "offset", "content", "status", "finish_reason"],
    legal: { append: "hi", finish_reason: "stop" },
    accepted: 100,
    async prepare(t) {
      const { bot, root } = await cast(t);
      const path = `/bots/v1/threads/${root}/replies`;
      let id = 0;
      return async (body, random) => {
        if (id === 0 || random.chance(0.1)) {
          id = (await t.post(path, { status: "GN" }, as(bot))).body.message_id;
        }
        return await t.patch(`/bots/v1/replies/${id}`, body, as(bot));
      };
    },
  },
  {
    name: "Slack payload",
    fields: ["text", "username", "icon_url", "attachments", "blocks", "payload"],
    legal: {
      text: "hi",
      attachments: [{ title: "T", fields: [{ title: "a", value: "b" }] }],
      blocks: [{ type: "section", fields: [{ text: "x" }] }],
    },
    accepted: 300,
    async prepare(t) {
      const { hook } = await cast(t);
      const path = `/hooks/${hook.id}/${hook.token}`;
      const form = { "content-type": "application/x-www-form-urlencoded" };
      return (body, random) =>
        random.chance(0.5) || typeof body !== "string"
          ? t.post(path, body)
          : t.post(path, `payload=${encodeURIComponent(body.toWellFormed())}`, form);
    },
  },
  {
    name: "ack",
    fields: ["seq"],
    legal: { seq: 1 },
    accepted: 20,
    async prepare(t) {
      const { bot } = await cast(t);
      return (body) => t.post("/bots/v1/events/ack", body, as(bot));
    },
  },
];

for (const [index, { name, fields, legal, accepted, prepare }] of SURFACES.entries()) {
  Deno.test(`${BODIES} hostile bodies for ${name}: never 5xx, always an error's or a result's shape`, () =>
    seeded(async (t) => {
      const send = await prepare(t);
      const random = new Random(index + 1);
      let good = 0;
      for (let sent = 0; sent < BODIES; sent += 50) {
        const bodies = Array.from({ length: 50 }, () => hostileBody(random, fields, legal));
        const replies = await Promise.all(bodies.map((body) => send(body, random)));
        replies.forEach((reply, i) => checkShape(reply, bodies[i]));
        good += replies.filter(({ status }) => status === 200).length;
      }
      assert.ok(good >= accepted && good < BODIES, `${good} were accepted`);
      assert.deepEqual(t.reported, []);
    }));
}

Deno.test(`${BODIES} hostile queries of the long poll: never 5xx, always an error's or a result's shape`, () =>
  seeded(async (t) => {
    const { bot } = await cast(t);
    const random = new Random(99);
    const values = [
      "0",
      "1",
      "acked",
      "-1",
      "x",
      "",
      "1.5",
      "1e3",
      "9".repeat(30),
      "%00",
      "%ff",
      "NaN",
    ]
      .concat("Infinity", "0x10", " 1", "1,2", "[]", "true", "%F0%9F%98%80", "501", "1e400");
    const names = ["after", "limit", "token", "x", "__proto__", "after", "constructor"];
    let good = 0;
    for (let sent = 0; sent < BODIES; sent++) {
      const pairs = Array.from(
        { length: random.below(4) },
        () => `${random.pick(names)}=${random.pick(values)}`,
      );
      const query = [...pairs, random.chance(0.9) ? "timeout=0" : "timeout=-1"].join("&");
      const reply = await t.get(`/bots/v1/events?${query}`, as(bot));
      checkShape(reply, query);
      if (reply.status === 200) good++;
    }
    assert.ok(good >= 100 && good < BODIES, `${good} were accepted`);
    assert.deepEqual(t.reported, []);
  }));

Deno.test(`${BODIES} hostile paths, methods and headers: never 5xx, always an error's or a page's shape`, () =>
  seeded(async (t) => {
    const { bot, hook } = await cast(t);
    const random = new Random(7);
    const segments = [
      "webhooks",
      "hooks",
      "v1",
      "bots",
      "messages",
      "replies",
      "threads",
      "api",
      "%2e%2e",
    ]
      .concat(
        "..",
        "",
        "%ff",
        "%00",
        "x",
        "1",
        "0",
        "9".repeat(40),
        hook.id,
        hook.token,
        "chats",
        "me",
      )
      .concat("__proto__", "constructor", "%F0%9F%98%80", "stream", "events", "search", "users");
    for (let sent = 0; sent < BODIES; sent++) {
      const path = "/" +
        Array.from({ length: random.below(6) }, () => random.pick(segments)).join("/");
      const method = random.pick(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]);
      const headers: Record<string, string> = {};
      if (random.chance(0.5)) Object.assign(headers, as(bot));
      if (random.chance(0.2)) {
        headers.cookie = random.pick(["parley_session=", "=;;=", "parley_session=x"]);
      }
      if (random.chance(0.2)) headers["x-forwarded-for"] = random.pick(["", ",,", "x", "1.2.3.4"]);
      const body = method === "GET" ? undefined : random.pick(["", "{}", "[", "x"]);
      const query = random.pick(["", "?", "?timeout=0", "?limit=x", "?token=%ff"]) +
        (path.includes("events") ? "&timeout=0" : "");
      const reply = await t.request(method, path + query, body, headers);
      if (reply.headers.get("content-type")?.startsWith("application/json")) {
        checkShape(reply, path);
      } else assert.ok(reply.status < 500, `${method} ${path}: ${reply.status}`);
    }
    assert.deepEqual(t.reported, []);
  }));
