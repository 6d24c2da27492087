// The viewers' stream over real sockets: contract §7.
import assert from "node:assert/strict";
import type { ChatRecord } from "../../store/records.ts";
import { ViewerServerFrame } from "../../wire/viewer_stream.ts";
import { type Frame, Listener, type Listening, listening, pause } from "../listening.ts";
import { Random } from "../random.ts";
import { as, type SeededBot, type SeededUser, type SeededWebhook } from "../seed.ts";

interface Scene extends Listening {
  ana: SeededUser;
  bot: SeededBot;
  chat: ChatRecord;
  hook: SeededWebhook;
  say(content?: string): Promise<number>;
  watch(): Promise<Listener>;
}

const scene = (run: (scene: Scene) => Promise<void>) =>
  listening(async (service) => {
    const { t, url } = service;
    const ana = await t.user({ username: "ana" });
    const bot = await t.bot({ username: "helper" });
    const chat = await t.chat("ops", ana, bot);
    const hook = await t.webhook(chat, { ratePerMinute: 0, ratePerHour: 0 });
    const say = async (content = "hi") => (await t.post(hook.path, { content })).body.message_id;
    const watch = async () => {
      const listener = new Listener(`${url}/api/v1/stream`, as(ana));
      await listener.ofType("hello");
      return listener;
    };
    await run({ ...service, ana, bot, chat, hook, say, watch });
  });

/** What a page shows of a thread: the snapshot, and what came after it, in order. */
class ThreadView {
  readonly texts = new Map<number, string>();
  readonly done = new Set<number>();

  take(frame: Frame): void {
    if (frame.type === "snapshot") { for (const message of frame.messages) this.#put(message); }
    if (frame.type === "ThreadReplyEvent" || frame.type === "ThreadReplyStatusEvent") {
      this.#put(frame.message);
    }
    if (frame.type !== "ThreadReplyContentEvent") return;
    const { message_id, offset, delta, length } = frame;
    const before = this.texts.get(message_id);
    assert.ok(before !== undefined, "a delta of a message that was never shown");
    const bytes = new TextEncoder().encode(before).length;
    const replaces = offset === 0;
    assert.ok(
      replaces || offset === bytes,
      `a gap: ${bytes} bytes are here, the delta is at ${offset}`,
    );
    const text = replaces ? delta : before + delta;
    assert.equal(new TextEncoder().encode(text).length, length);
    this.texts.set(message_id, text);
  }

  #put({ message_id, content, status }: Frame): void {
    this.texts.set(message_id, content);
    if (status === "OK") this.done.add(message_id);
  }
}

Deno.test("a subscription begins with a snapshot, and messages follow once each", () =>
  scene(async ({ chat, say, watch }) => {
    const first = await say("one");
    const page = await watch();
    page.send({ type: "subscribe", chat_id: chat.id });
    const snapshot = await page.ofType("snapshot");
    assert.deepEqual(snapshot.messages.map((it: Frame) => it.message_id), [first]);
    const second = await say("two");
    const event = await page.ofType("MessageEvent");
    assert.equal(event.message.message_id, second);
    for (const frame of page.frames) assert.deepEqual(ViewerServerFrame.parse(frame), frame);
    page.send({ type: "unsubscribe", chat_id: chat.id });
    page.send({ type: "ping" });
    await page.ofType("pong");
    await say("three");
    await page.ofType("UnreadEvent");
    assert.equal(page.frames.filter(({ type }) => type === "MessageEvent").length, 1);
    await page.close();
  }));

Deno.test("a page that looks elsewhere is told how many messages came, and what was read on another page", () =>
  scene(async ({ t, ana, chat, say, watch }) => {
    const page = await watch();
    const posted = [await say("one"), await say("two"), await say("three")];
    const told = () => page.frames.filter(({ type }) => type === "UnreadEvent");
    await page.until(({ message_id }) => message_id === posted[2]);
    assert.equal(told().reduce((sum, { count }) => sum + count, 0), 3);
    assert.equal(told()[0].first_message_id, posted[0]);

    const path = `/api/v1/chats/${chat.id}`;
    await t.put(`${path}/read`, { message_id: posted[1] }, as(ana));
    const read = await page.ofType("ReadEvent");
    assert.deepEqual([read.chat_id, read.read_message_id], [chat.id, posted[1]]);
    // Who writes has read.
    const { body } = await t.post(`${path}/messages`, { content: "four" }, as(ana));
    await page.until(({ read_message_id }) => read_message_id === body.message.message_id);
    for (const frame of page.frames) assert.deepEqual(ViewerServerFrame.parse(frame), frame);
    await page.close();
  }));

Deno.test("snapshot and messages join without a gap while others post", () =>
  scene(async ({ chat, say, watch }) => {
    const random = new Random(5);
    const pages: Listener[] = [];
    const posted: number[] = [];
    const posting = (async () => {
      for (let i = 0; i < 60; i++) {
        posted.push(...await Promise.all(Array.from({ length: 5 }, () => say())));
      }
    })();
    for (let i = 0; i < 20; i++) {
      const page = await watch();
      await pause(random.below(8));
      page.send({ type: "subscribe", chat_id: chat.id });
      pages.push(page);
    }
    await posting;
    const newest = Math.max(...posted);
    const holds = ({ type, message, messages }: Frame) =>
      type === "snapshot" ? messages.at(-1)?.message_id === newest : message?.message_id === newest;
    for (const page of pages) {
      await page.until(holds);
      const shown = page.frames.flatMap(({ type, message, messages }) =>
        type === "snapshot" ? messages : type === "MessageEvent" ? [message] : []
      ).map((it: Frame) => it.message_id);
      const wanted = posted.toSorted((a, b) => a - b).filter((id) => id >= shown[0]);
      assert.deepEqual(shown, wanted);
      await page.close();
    }
  }));

Deno.test("a thread joined at any moment of a streamed reply shows exactly its text", () =>
  scene(async ({ t, bot, say, watch }) => {
    const random = new Random(8);
    for (let round = 0; round < 6; round++) {
      const root = await say("question");
      const path = `/bots/v1/threads/${root}/replies`;
      const id = (await t.post(path, { status: "GN" }, as(bot))).body.message_id;
      const change = (body: object) => t.patch(`/bots/v1/replies/${id}`, body, as(bot));
      const pages: { page: Listener; view: ThreadView }[] = [];
      let text = "";
      const streaming = (async () => {
        for (let i = 0; i < 60; i++) {
          const append = random.pick(["word ", "日本", "😀", "\n", "x".repeat(200)]);
          text = random.chance(0.03) ? append : text + append;
          const replaces = text === append;
          await change(replaces ? { content: text } : { append });
          if (random.chance(0.5)) await pause(random.below(3));
        }
        await change({ status: "OK", finish_reason: "stop" });
      })();
      for (let i = 0; i < 10; i++) {
        const page = await watch();
        await pause(random.below(12));
        page.send({ type: "subscribe", thread: root });
        pages.push({ page, view: new ThreadView() });
      }
      await streaming;
      for (const { page, view } of pages) {
        const isEnd = ({ type, message, messages }: Frame) =>
          (type === "ThreadReplyStatusEvent" && message.status === "OK") ||
          (type === "snapshot" && messages.some((it: Frame) => it.status === "OK"));
        await page.until(isEnd);
        const upToEnd = page.frames.findIndex(isEnd);
        for (const frame of page.frames.slice(0, upToEnd)) view.take(frame);
        if (upToEnd > 1) assert.equal(view.texts.get(id), text, "the deltas alone make the text");
        for (const frame of page.frames.slice(upToEnd)) view.take(frame);
        assert.equal(view.texts.get(id), text);
        assert.ok(view.done.has(id));
        await page.close();
      }
    }
  }));

Deno.test("a thread of long replies is shown in pages that fit a socket", () =>
  scene(async ({ t, bot, say, watch }) => {
    const root = await say("question");
    const path = `/bots/v1/threads/${root}/replies`;
    let newest = 0;
    for (let i = 0; i < 30; i++) {
      const reply = await t.post(path, { content: `${i} ${"x".repeat(59_000)}` }, as(bot));
      newest = reply.body.message_id;
    }
    const page = await watch();
    page.send({ type: "subscribe", thread: root });
    const snapshot = await page.ofType("snapshot");
    assert.equal(snapshot.messages.at(-1).message_id, newest);
    assert.equal(snapshot.has_more, true);
    assert.ok(snapshot.messages.length >= 5 && snapshot.messages.length < 30);
    await page.close();
  }));

Deno.test("only members of a chat can subscribe; losing membership ends the subscription", () =>
  scene(async ({ t, ana, chat, say, watch }) => {
    const root = await say();
    const page = await watch();
    page.send({ type: "subscribe", chat_id: chat.id });
    page.send({ type: "subscribe", thread: root });
    await page.until(({ type, thread }) => type === "snapshot" && thread === root);
    await t.leave(chat, ana);
    await page.until(({ type, chat_id }) => type === "unsubscribed" && chat_id === chat.id);
    await page.until(({ type, thread }) => type === "unsubscribed" && thread === root);
    await say("secret");
    page.send({ type: "subscribe", chat_id: chat.id });
    page.send({ type: "subscribe", thread: root });
    page.send({ type: "subscribe", chat_id: 999 });
    await page.until(({ error }) => error === "not_found");
    page.send({ type: "ping" });
    await page.ofType("pong");
    assert.ok(!JSON.stringify(page.frames).includes("secret"));
    await page.close();
  }));

Deno.test("leaving a chat while its snapshot is read leaves no subscription", () =>
  scene(async ({ t, ana, chat, say, watch }) => {
    for (let i = 0; i < 20; i++) await say();
    const page = await watch();
    for (let round = 0; round < 10; round++) {
      page.send({ type: "subscribe", chat_id: chat.id });
      await t.leave(chat, ana);
      await say("secret");
      page.send({ type: "ping" });
      const pongs = () => page.frames.filter(({ type }) => type === "pong").length;
      while (pongs() <= round) await pause(1);
      const live = page.frames.filter(({ type, message }) =>
        type === "MessageEvent" && message.content === "secret"
      );
      assert.deepEqual(live, []);
      await t.join(chat, ana);
      page.send({ type: "unsubscribe", chat_id: chat.id });
    }
    await page.close();
  }));

Deno.test("signing out and deactivation close the stream", () =>
  scene(async ({ t, ana, watch }) => {
    const page = await watch();
    const [credential] = t.store.directory.credentialsOf(ana.id);
    await t.change({ table: "credential", record: credential!, removed: true });
    assert.equal((await page.closed).code, 4001);
    await t.change({ table: "credential", record: credential! });
    const again = await watch();
    const { token: _, ...record } = ana;
    await t.change({ table: "user", record: { ...record, enabled: false } });
    assert.equal((await again.closed).code, 4003);
  }));

Deno.test("a cookie opens the stream from the app's own pages only", () =>
  scene(async ({ t, ana, port, url }) => {
    const { hashToken } = await import("../../chat/tokens.ts");
    const session = "svcses_test-session";
    const [personal] = t.store.directory.credentialsOf(ana.id);
    const record = { ...personal!, hash: hashToken(session), kind: "session" as const };
    await t.change({ table: "credential", record });
    const open = (headers: Record<string, string>) =>
      new Listener(`${url}/api/v1/stream`, { cookie: `parley_session=${session}`, ...headers });
    const own = open({ origin: `http://127.0.0.1:${port}` });
    assert.equal(await own.opened, true);
    await own.close();
    const elsewhere: Record<string, string>[] = [{ origin: "https://evil.test" }, {}];
    for (const headers of elsewhere) {
      assert.equal(await open(headers).opened, false, JSON.stringify(headers));
    }
    const asked = { cookie: `parley_session=${session}`, origin: "https://evil.test" };
    const upgrade = { ...asked, upgrade: "websocket" };
    assert.equal((await t.get("/api/v1/stream", upgrade)).status, 403);
    assert.equal((await t.get("/api/v1/stream")).status, 401);
    assert.equal((await t.get("/api/v1/stream", as(ana))).status, 426);
  }));

Deno.test("bad frames are told, and the service drains with 1012", () =>
  scene(async ({ t, watch }) => {
    const page = await watch();
    for (const bad of ["{", { type: "subscribe" }, { type: "subscribe", chat_id: "1" }]) {
      page.send(bad);
    }
    page.send({ type: "ping" });
    await page.ofType("pong");
    assert.equal(page.frames.filter(({ error }) => error === "bad_frame").length, 3);
    t.app.drain();
    assert.equal((await page.closed).code, 1012);
  }));
