// SIGKILL at random moments under load: whatever was answered 200 is there, once, with its events; no id comes twice.
import assert from "node:assert/strict";
import { pause } from "../listening.ts";
import { type Running, startProcess } from "../process.ts";
import { Random } from "../random.ts";

const KILLS = Number(Deno.env.get("CRASH_TEST_KILLS") ?? 50);
const SEED = Number(Deno.env.get("CRASH_TEST_SEED") ?? 1);
const OWNER = "owner-token-of-the-crash-test";
const HOUR_LIMIT = 1_000_000;
const POSTERS = 12;

// deno-lint-ignore no-explicit-any -- tests read whatever they expect, and fail where it is not there
type Body = any;

interface Post {
  surface: "webhook" | "bot";
  content: string;
  key: string;
  /** Null while no answer came. */
  id: number | null;
}

interface Reply {
  id: number;
  sent: string;
  finalized: boolean;
}

class House {
  url = "";
  hookPath = "";
  chatId = 0;
  tokens = { sender: "", watcher: "" };
  readonly posts: Post[] = [];
  readonly replies: Reply[] = [];
  readonly #contents = new Map<number, string>();
  readonly #events = new Map<number, number>();
  #lastSeq = 0;
  #newest = 0;
  #count = 0;

  constructor(private readonly random: Random) {}

  async call(
    method: string,
    path: string,
    token: string | null,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: Body; headers: Headers }> {
    const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const response = await fetch(this.url + path, {
      method,
      headers: { ...authorization, ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answered = { status: response.status, headers: response.headers };
    return { ...answered, body: await response.json() };
  }

  async furnish(): Promise<void> {
    const api = async (method: string, path: string, body?: unknown) => {
      const reply = await this.call(method, `/api/v1${path}`, OWNER, body);
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      return reply.body;
    };
    this.chatId = (await api("POST", "/chats", { name: "ops", kind: "group" })).chat.chat_id;
    const limits = { rate_per_minute: 0, rate_per_hour: HOUR_LIMIT };
    const { url } = await api("POST", `/chats/${this.chatId}/webhooks`, { name: "CI", ...limits });
    this.hookPath = new URL(url).pathname;
    for (const username of ["sender", "watcher"] as const) {
      const trigger_mode = username === "sender" ? "manual" : "all";
      const made = await api("POST", "/bots", { name: username, username, trigger_mode });
      this.tokens[username] = made.token;
      await api("PUT", `/chats/${this.chatId}/bots/${made.bot.bot_id}`);
    }
  }

  /** Posts until the service is gone. */
  async load(): Promise<void> {
    await Promise.all([
      ...Array.from({ length: POSTERS }, () => this.#untilGone(() => this.#post())),
      this.#untilGone(() => this.#reply()),
    ]);
  }

  send(post: Post) {
    const headers = { "idempotency-key": post.key };
    if (post.surface === "webhook") {
      return this.call("POST", this.hookPath, null, { content: post.content }, headers);
    }
    const body = { chat_id: this.chatId, content: post.content };
    return this.call("POST", "/bots/v1/messages", this.tokens.sender, body, headers);
  }

  async verify(): Promise<void> {
    await this.#repeat();
    await this.#readTimeline();
    await this.#readEvents();
    const ids = new Set<number>();
    for (const { id, content } of this.posts) {
      assert.ok(id !== null);
      assert.equal(this.#contents.get(id), content, `message ${id}`);
      assert.ok(this.#events.has(id), `message ${id} has no event`);
      assert.ok(!ids.has(id), `id ${id} was given twice`);
      ids.add(id);
    }
    assert.equal(this.#contents.size, this.posts.length, "nothing is there that nobody posted");
    assert.equal(this.#events.size, this.posts.length);
    await this.#settleReplies();
    await this.#checkCounter();
  }

  // What was not answered may or may not be there: the same key makes it there once. What was answered stays as it was.
  async #repeat(): Promise<void> {
    const answered = this.posts.filter(({ id }) => id !== null);
    const some = Array.from(
      { length: Math.min(5, answered.length) },
      () => this.random.pick(answered),
    );
    for (const post of [...this.posts.filter(({ id }) => id === null), ...some]) {
      const { status, body, headers } = await this.send(post);
      assert.equal(status, 200);
      if (post.id !== null) {
        assert.equal(body.message_id, post.id);
        assert.equal(headers.get("idempotency-replayed"), "true");
      }
      post.id = body.message_id;
    }
  }

  async #readTimeline(): Promise<void> {
    for (;;) {
      const path = `/api/v1/chats/${this.chatId}/messages?limit=100&after=${this.#newest}`;
      const { body } = await this.call("GET", path, OWNER);
      for (const { message_id, content } of body.messages) {
        assert.ok(message_id > this.#newest, "ids grow");
        this.#newest = message_id;
        this.#contents.set(message_id, content);
      }
      if (!body.has_more) return;
    }
  }

  async #readEvents(): Promise<void> {
    for (;;) {
      const path = `/bots/v1/events?limit=500&timeout=0&after=${this.#lastSeq}`;
      const { body } = await this.call("GET", path, this.tokens.watcher);
      for (const { seq, data } of body.events) {
        assert.equal(seq, this.#lastSeq + 1, "seq has no holes");
        this.#lastSeq = seq;
        const id = data.message.message_id;
        assert.ok(!this.#events.has(id), `message ${id} has two events`);
        assert.equal(data.message.content, this.#contents.get(id));
        this.#events.set(id, seq);
      }
      if (this.#lastSeq === body.latest_seq) return;
    }
  }

  async #settleReplies(): Promise<void> {
    const { sender } = this.tokens;
    const { body } = await this.call("GET", "/bots/v1/replies", sender);
    const unfinished = new Map<number, Body>(
      body.messages.map((it: Body) => [it.message_id, it]),
    );
    for (const reply of this.replies.splice(0)) {
      const found = unfinished.get(reply.id);
      const change = { content: reply.sent, status: "OK" };
      const path = `/bots/v1/replies/${reply.id}`;
      if (found === undefined) {
        assert.equal(
          (await this.call("PATCH", path, sender, change)).body.error,
          "reply_finalized",
        );
        continue;
      }
      assert.ok(!reply.finalized, `reply ${reply.id} was finalized and is GN again`);
      assert.ok(
        reply.sent.startsWith(found.content),
        "the text is where it was, or a little before",
      );
      assert.equal((await this.call("PATCH", path, sender, change)).status, 200);
    }
  }

  async #checkCounter(): Promise<void> {
    const probe = this.#newPost("webhook");
    const { status, headers, body } = await this.send(probe);
    assert.equal(status, 200);
    probe.id = body.message_id;
    const counted = this.posts.filter(({ surface }) => surface === "webhook").length;
    assert.equal(headers.get("x-ratelimit-remaining"), String(HOUR_LIMIT - counted));
  }

  #newPost(surface: Post["surface"]): Post {
    const name = `${++this.#count} ${"x".repeat(this.random.below(200))}`;
    const content = surface === "webhook" ? name : `@watcher ${name}`;
    const post: Post = { surface, content, key: `key-${this.#count}`, id: null };
    this.posts.push(post);
    return post;
  }

  async #post(): Promise<void> {
    const post = this.#newPost(this.random.chance(0.5) ? "webhook" : "bot");
    const { status, body } = await this.send(post);
    assert.equal(status, 200, JSON.stringify(body));
    post.id = body.message_id;
  }

  async #reply(): Promise<void> {
    const { sender } = this.tokens;
    const root = this.random.pick(this.posts.filter(({ id }) => id !== null));
    if (root === undefined) return await pause(1);
    const path = `/bots/v1/threads/${root.id}/replies`;
    const { body } = await this.call("POST", path, sender, { status: "GN" });
    const reply: Reply = { id: body.message_id, sent: "", finalized: false };
    this.replies.push(reply);
    for (let i = 0; i < 5; i++) {
      const append = `${i} words `;
      reply.sent += append;
      await this.call("PATCH", `/bots/v1/replies/${reply.id}`, sender, { append });
    }
    await this.call("PATCH", `/bots/v1/replies/${reply.id}`, sender, { status: "OK" });
    reply.finalized = true;
  }

  async #untilGone(step: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await step();
      } catch (error) {
        if (error instanceof assert.AssertionError) throw error;
        // The connection broke: the service was killed.
        return;
      }
    }
  }
}

Deno.test(`${KILLS} times killed under load: nothing answered is lost, nothing comes twice`, async () => {
  const data = await Deno.makeTempDir({ prefix: "parley-crash-" });
  const random = new Random(SEED);
  const house = new House(random);
  const start = (): Promise<Running> =>
    startProcess({
      args: ["run", "-A", "--no-check", "main.ts", "serve"],
      env: { PARLEY_DATA: data, PARLEY_OWNER_TOKEN: OWNER, PARLEY_LOG_LEVEL: "info" },
    });
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const running = await start();
      house.url = running.url;
      if (kill === 0) await house.furnish();
      else await house.verify();
      const loading = house.load();
      // Often within the half second in which the projections are laid down, sometimes after.
      await pause(20 + random.below(random.chance(0.8) ? 400 : 1200));
      await running.stop("SIGKILL");
      await loading;
    }
    const last = await start();
    house.url = last.url;
    await house.verify();
    assert.equal(await last.stop(), 0, "a drained service ends well");
    const again = await start();
    house.url = again.url;
    await house.verify();
    await again.stop();
    assert.ok(house.posts.length > KILLS * 10, `only ${house.posts.length} posts were made`);
    console.log(`${KILLS} kills, ${house.posts.length} posts, seed ${SEED}`);
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});
