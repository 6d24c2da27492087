// What a start finds after a crash: a copy of the file as of some commit, taken while the service runs, must tell the same.
import assert from "node:assert/strict";
import { backUp } from "../../../store/backup.ts";
import { Random } from "../../random.ts";
import { as, type Seed, seed } from "../../seed.ts";

/** Everything that is derived from the log. */
async function derived(t: Seed, chats: number[], roots: number[], hooks: string[]) {
  const { store } = t;
  const all = Number.MAX_SAFE_INTEGER;
  const timelines = await Promise.all(chats.map((id) => store.timelines.before(id, all, 5000)));
  const replies = await Promise.all(roots.map((id) => store.replies.before(id, all, 5000)));
  const ids = [...timelines, ...replies].flat().map(({ value }) => value);
  const messages = await store.messages.getMany(ids);
  const bots = store.directory.bots();
  return {
    timelines,
    replies,
    messages: messages.map(({ id, content, status, events, mentions, author }) =>
      JSON.stringify({ id, content, status, events, mentions, author })
    ),
    threads: await Promise.all(roots.map(async (id) => {
      const thread = (await store.threads.open(id))!;
      return { id, count: thread.count, bots: [...thread.bots].sort() };
    })),
    events: await Promise.all(bots.map(({ ref }) => store.events.after(ref, 0, 5000))),
    seqs: bots.map(({ ref }) => store.cursors.latest(ref)),
    windows: hooks.map((id) => {
      const { minute, hour } = store.windows.of(id);
      return [minute.count(t.clock.now), hour.count(t.clock.now)];
    }),
    generating: store.generating.all().map(({ messageId }) => messageId),
    people: store.directory.users().length,
    head: store.journal.headId,
  };
}

Deno.test("a crash at any moment: timelines, threads, events, windows and ids are as they were", async () => {
  const random = new Random(6);
  const folder = await Deno.makeTempDir();
  const t = await seed({ data: `${folder}/0` });
  const ana = await t.user();
  const loud = await t.bot({ username: "loud", triggerMode: "all" });
  const quiet = await t.bot({ username: "quiet" });
  const chats = [await t.chat("a", loud, quiet, ana), await t.chat("b", quiet)];
  const hooks = [await t.webhook(chats[0]!), await t.webhook(chats[1]!, { ratePerMinute: 0 })];
  const roots: number[] = [];
  const unfinished: number[] = [];
  let count = 0;
  const keys: [key: string, id: number][] = [];

  const act = async () => {
    t.clock.advance(random.below(900));
    const step = random.below(6);
    const key = `k${++count}`;
    if (step < 3) {
      const hook = random.pick(hooks);
      const content = random.pick(["hi", "@quiet hi", "@loud and @quiet"]);
      const { status, body } = await t.post(hook.path, { content }, { "idempotency-key": key });
      if (status !== 200) return;
      keys.push([key, body.message_id]);
      if (hook === hooks[0]) roots.push(body.message_id);
    } else if (step === 3 && roots.length > 0) {
      const path = `/bots/v1/threads/${random.pick(roots)}/replies`;
      const reply = { status: random.pick(["GN", "OK"]), content: "@quiet re" };
      const { body } = await t.post(path, reply, as(loud));
      if (body.status === "GN") unfinished.push(body.message_id);
    } else if (step === 4 && unfinished.length > 0) {
      const id = unfinished.splice(random.below(unfinished.length), 1)[0]!;
      await t.patch(`/bots/v1/replies/${id}`, { content: "done", status: "OK" }, as(loud));
    } else if (step === 5 && random.chance(0.3)) await t.store.settle();
  };

  for (let crash = 1; crash <= 8; crash++) {
    await Promise.all(Array.from({ length: random.below(60) }, act));
    await Deno.mkdir(`${folder}/${crash}`);
    backUp(t.store.file!, `${folder}/${crash}/parley.kv`);
    const ids = [chats.map(({ id }) => id), roots, hooks.map(({ id }) => id)] as const;
    const before = await derived(t, ...ids);
    const again = await seed({ data: `${folder}/${crash}` });
    again.clock.now = t.clock.now;
    assert.deepEqual(await derived(again, ...ids), before);
    for (const [key, id] of keys.slice(-5)) {
      const hook = hooks.find((it) => it.chatId === chatOf(before.timelines, chats, id))!;
      const content = (await again.store.messages.get(id))!.content;
      const reply = await again.post(hook.path, { content }, { "idempotency-key": key });
      assert.deepEqual([reply.status, reply.body.message_id], [200, id]);
    }
    const next = await again.post(hooks[1]!.path, { content: "next" });
    assert.ok(next.body.message_id > before.head, "no id comes twice");
    await again.close();
  }
  assert.ok(roots.length > 10 && keys.length > 40);
  await t.close();
  await Deno.remove(folder, { recursive: true });
});

function chatOf(timelines: { value: number }[][], chats: { id: number }[], id: number): number {
  return chats[timelines.findIndex((items) => items.some(({ value }) => value === id))]!.id;
}

Deno.test("a second process on the same folder is told so", async () => {
  const folder = await Deno.makeTempDir();
  const t = await seed({ data: folder });
  await assert.rejects(seed({ data: folder }), /another Parley process owns it/);
  await t.close();
  await (await seed({ data: folder })).close();
  await Deno.remove(folder, { recursive: true });
});
