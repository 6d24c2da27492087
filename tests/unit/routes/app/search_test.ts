import assert from "node:assert/strict";
import { search, wordsOf } from "../../../../chat/search.ts";
import { as, type Seed, seed, type SeededUser } from "../../../seed.ts";

interface Found {
  messages: { content: string }[];
  has_more: boolean;
  next_before: number | null;
}

async function found(t: Seed, who: SeededUser, query: string): Promise<Found> {
  const { status, body } = await t.get(`/api/v1/search?${query}`, as(who));
  assert.equal(status, 200);
  return body;
}
const contents = ({ messages }: Found) => messages.map(({ content }) => content);

async function talk(t: Seed) {
  const ana = await t.user({ username: "ana", displayName: "Ana" });
  const eve = await t.user({ username: "eve" });
  const [ops, dev] = [await t.chat("ops", ana), await t.chat("dev", ana, eve)];
  const say = (chat: { id: number }, content: string) =>
    t.post(`/api/v1/chats/${chat.id}/messages`, { content }, as(ana));
  await say(ops, "Disk FULL on web-1");
  await say(dev, "the disk is fine");
  await say(ops, "nothing else");
  return { ana, eve, ops, dev, say };
}

Deno.test("all words must occur, in any case, oldest first, in the viewer's chats", async () => {
  const t = await seed();
  const { ana, eve, ops } = await talk(t);
  assert.deepEqual(contents(await found(t, ana, "q=disk")), [
    "Disk FULL on web-1",
    "the disk is fine",
  ]);
  assert.deepEqual(contents(await found(t, ana, "q=full+DISK")), ["Disk FULL on web-1"]);
  assert.deepEqual(contents(await found(t, ana, "q=disk+nothing")), []);
  assert.deepEqual(contents(await found(t, ana, "q=Ana+nothing")), ["nothing else"]);
  assert.deepEqual(contents(await found(t, ana, `q=disk&chat_id=${ops.id}`)), [
    "Disk FULL on web-1",
  ]);
  assert.deepEqual(contents(await found(t, eve, "q=disk")), ["the disk is fine"]);
  const hidden = await t.get(`/api/v1/search?q=disk&chat_id=${ops.id}`, as(eve));
  assert.equal(hidden.status, 404);
  await t.close();
});

Deno.test("a page that is full says where the next one goes on", async () => {
  const t = await seed();
  const { ana } = await talk(t);
  const first = await found(t, ana, "q=disk&limit=1");
  assert.deepEqual([contents(first), first.has_more], [["the disk is fine"], true]);
  const second = await found(t, ana, `q=disk&limit=1&before=${first.next_before}`);
  assert.deepEqual(contents(second), ["Disk FULL on web-1"]);
  const last = await found(t, ana, `q=disk&before=${second.next_before ?? 1}`);
  assert.deepEqual([contents(last), last.has_more, last.next_before], [[], false, null]);
  await t.close();
});

Deno.test("a search that has read its rows stops and can go on from there", async () => {
  const t = await seed();
  const { ana } = await talk(t);
  const viewer = { user: ana, credential: null };
  const seen: string[] = [];
  let before: number | undefined;
  for (let calls = 0; calls < 50; calls++) {
    const request = { words: wordsOf("disk"), before, limit: 50 };
    const page = await search(t.context, viewer, request, { rows: 2, ms: 1000 });
    seen.unshift(...page.views.map(({ entry }) => entry.content));
    if (page.nextBefore === null) break;
    before = page.nextBefore;
  }
  assert.deepEqual(seen, ["Disk FULL on web-1", "the disk is fine"]);
  await t.close();
});

Deno.test("a reply is found once it is whole", async () => {
  const t = await seed();
  const { ana, ops } = await talk(t);
  const bot = await t.bot();
  await t.join(ops, bot);
  const [root] = (await found(t, ana, "q=full")).messages as unknown as { message_id: number }[];
  const path = `/bots/v1/threads/${root!.message_id}/replies`;
  const made = await t.post(path, { status: "GN", content: "deleting logs" }, as(bot));
  assert.deepEqual(contents(await found(t, ana, "q=deleting")), []);
  await t.patch(`/bots/v1/replies/${made.body.message_id}`, { status: "OK" }, as(bot));
  assert.deepEqual(contents(await found(t, ana, "q=deleting")), ["deleting logs"]);
  await t.close();
});

for (const query of ["", "q=", "q=+", `q=${"x".repeat(201)}`, `q=${"a+".repeat(11)}`]) {
  Deno.test(`a search for "${query.slice(0, 12)}" is refused`, async () => {
    const t = await seed();
    const ana = await t.user();
    const { status, body } = await t.get(`/api/v1/search?${query}`, as(ana));
    assert.deepEqual([status, body.error, body.field], [400, "invalid_field", "q"]);
    await t.close();
  });
}
