import assert from "node:assert/strict";
import { archiveLines, BadArchive, loadArchive } from "../../../store/archive.ts";
import type { MessageEntry } from "../../../store/entries.ts";
import { ImportUnfinished, migrate } from "../../../store/migrations.ts";
import { decodeEntry, encodeEntry } from "../../../store/rows.ts";

const entry: MessageEntry = {
  id: 1,
  at: 1,
  kind: "message",
  chatId: 7,
  parentId: null,
  status: "OK",
  author: { kind: "user", id: "u", username: "ana", displayName: "Ana", avatarUrl: null },
  content: 'line one\nline "two" é 漢 👩‍🚒',
  mentions: [],
  hops: 0,
  updatedAt: 1,
  events: [[1, 1, 0]],
};
const options = { newestSchema: 1, now: 1_000_000 };

async function* of(...lines: string[]) {
  yield* lines;
}

async function rows(kv: Deno.Kv): Promise<[Deno.KvKey, unknown][]> {
  const found: [Deno.KvKey, unknown][] = [];
  for await (const { key, value } of kv.list({ prefix: [] })) {
    found.push([key, value instanceof Deno.KvU64 ? value.value : value]);
  }
  return found;
}

Deno.test("what is exported and imported again is the same, row by row", async () => {
  const [from, to] = [await Deno.openKv(":memory:"), await Deno.openKv(":memory:")];
  try {
    await from.set(["schema"], 1);
    await from.set(["m", 1], encodeEntry(entry));
    await from.set(["table", "chat", 7], { id: 7, name: "ops", deletedAt: null });
    await from.set(["gn", 2], { text: new Uint8Array([0xe6, 0xbc, 0xa2, 0]), touchedAt: 5 });
    await from.set(["block", "c", 7, 1], { values: [1, 2, 3] });
    await from.set(["ack", 1], new Deno.KvU64(41n));
    await from.set(["idem", "x"], { body: "b", messageId: 1, expiresAt: 2_000_000 });
    for (let i = 0; i < 450; i++) await from.set(["read", "u", i], i);
    assert.equal(await loadArchive(to, archiveLines(from), options), 457);
    assert.deepEqual(await rows(to), await rows(from));
    const { value } = await to.get<Uint8Array>(["m", 1]);
    assert.deepEqual(decodeEntry(value!), entry);
  } finally {
    from.close();
    to.close();
  }
});

Deno.test("an archive shows messages as text that other tools can read, in any script", async () => {
  const kv = await Deno.openKv(":memory:");
  const contents = [entry.content, "Plain Latin text"];
  for (const [i, content] of contents.entries()) {
    await kv.set(["m", i + 1], encodeEntry({ ...entry, id: i + 1, content }));
  }
  const lines = await Array.fromAsync(archiveLines(kv));
  kv.close();
  assert.deepEqual(JSON.parse(lines[0]!), { parley_archive: 1, schema: 1 });
  const rows = lines.slice(1, 1 + contents.length);
  assert.deepEqual(rows.map((line) => JSON.parse(line).log.content), contents);
});

Deno.test("a store whose import was cut off is not opened, one whose import ended is", async () => {
  const kv = await Deno.openKv(":memory:");
  try {
    const many = Array.from({ length: 300 }, (_, i) => `{"key":["read","u",${i}],"value":1}`);
    const begun = ['{"parley_archive":1,"schema":1}', ...many];
    await assert.rejects(loadArchive(kv, of(...begun), options), BadArchive);
    await assert.rejects(migrate(kv), ImportUnfinished);
    assert.equal(await loadArchive(kv, of(...begun, '{"end":300}'), options), 300);
    assert.deepEqual(await migrate(kv), []);
  } finally {
    kv.close();
  }
});

for (
  const [what, lines, message] of [
    ["nothing", [], /empty/],
    ["another file", ['{"name":"x"}'], /heading/],
    ["a later schema", ['{"parley_archive":1,"schema":2}'], /schema 2/],
    ["a broken line", ['{"parley_archive":1,"schema":1}', "{"], /line 2/],
    ["an archive without its end", ['{"parley_archive":1,"schema":1}'], /cut off after 0 rows/],
    [
      "an archive with a hole",
      ['{"parley_archive":1,"schema":1}', '{"key":["a"],"value":1}', '{"end":2}'],
      /cut off after 1 rows/,
    ],
    [
      "rows after the end",
      ['{"parley_archive":1,"schema":1}', '{"end":0}', '{"key":["a"],"value":1}'],
      /line 3/,
    ],
    ["a line of another kind", ['{"parley_archive":1,"schema":1}', '{"x":1}'], /line 2/],
  ] as [string, string[], RegExp][]
) {
  Deno.test(`refused as an archive: ${what}`, async () => {
    const kv = await Deno.openKv(":memory:");
    try {
      await assert.rejects(loadArchive(kv, of(...lines), options), (error) => {
        assert(error instanceof BadArchive);
        assert.match(error.message, message);
        return true;
      });
    } finally {
      kv.close();
    }
  });
}
