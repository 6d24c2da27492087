import assert from "node:assert/strict";
import type { Entry, MessageEntry } from "../../../store/entries.ts";
import { decodeEntry, encodeEntry, MAX_ROW_BYTES } from "../../../store/rows.ts";
import { Random } from "../../random.ts";

const message = (fields: Partial<MessageEntry> = {}): MessageEntry => ({
  kind: "message",
  id: 7,
  at: 1_700_000_000_000,
  chatId: 3,
  parentId: null,
  status: "OK",
  author: { kind: "user", id: "U", username: "ana", displayName: "Ana", avatarUrl: null },
  content: "hi",
  mentions: [],
  hops: 0,
  updatedAt: 1_700_000_000_000,
  events: [],
  ...fields,
});

const CONTENTS: [name: string, content: string][] = [
  ["letters", "a".repeat(60_000)],
  ["zeros", "\0".repeat(60_000)],
  ["quotes and backslashes", '"\\'.repeat(30_000)],
  ["line breaks", "\r\n".repeat(30_000)],
  ["DEL and C1", "\u007f\u0085\u009f".repeat(10_000)],
  ["accents", "é".repeat(30_000)],
  ["line separators", "\u2028\u2029".repeat(10_000)],
  ["CJK", "日".repeat(20_000)],
  ["emoji", "😀".repeat(15_000)],
  ["byte-order marks", "\ufeff".repeat(20_000)],
  ["non-characters", "\uffff\ufffe".repeat(10_000)],
  ["nothing", ""],
  ["what looks like a row", '[1,2]\n{"kind":"final"}\n'],
];

const kv = await Deno.openKv(":memory:");

for (const [name, content] of CONTENTS) {
  Deno.test(`60,000 bytes of ${name} come back from the store as they were`, async () => {
    for (const displayName of ["Ana", "アナ"]) {
      const author = { ...message().author, displayName };
      const entry = message({ content, author });
      const row = encodeEntry(entry);
      assert.ok(row.length <= MAX_ROW_BYTES);
      await kv.set(["m", 7], row);
      const { value } = await kv.get<string | Uint8Array>(["m", 7]);
      assert.deepEqual(strip(decodeEntry(value!)), strip(entry));
    }
  });
}

Deno.test("every kind of entry comes back as it was", () => {
  const full = message({
    parentId: 2,
    status: "GN",
    mentions: ["a", "b"],
    hops: 2,
    updatedAt: 1_700_000_009_000,
    events: [[1, 5, 3], [2, 9, 4]],
    createdLength: 9,
    createdStatus: "GN",
    idempotency: [{ key: "k", body: "b", expiresAt: 5 }],
    counted: true,
    address: "192.0.2.7",
    finishReason: "stop",
    interrupted: true,
    settled: true,
  });
  const rest = { id: 8, at: 5, messageId: 7, chatId: 3, parentId: 2, events: [[1, 6, 8]] as const };
  const entries: Entry[] = [
    message(),
    full,
    { kind: "final", ...rest },
    { kind: "cancel", ...rest },
    {
      kind: "change",
      id: 9,
      at: 5,
      puts: [{ table: "member", record: { chatId: 1, kind: "user", id: "Ü\n", joinedAt: 5 } }],
    },
  ];
  for (const entry of entries) {
    assert.deepEqual(strip(decodeEntry(encodeEntry(entry))), strip(entry));
  }
});

Deno.test("random messages come back as they were", () => {
  const random = new Random(2);
  const chars = ["a", "\n", '"', "é", "日", "😀", "\0", "[", "\ufeff", "\\"];
  const text = (length: number) => Array.from({ length }, () => random.pick(chars)).join("");
  for (let run = 0; run < 500; run++) {
    const author = { ...message().author, displayName: text(random.below(9)) };
    const entry = message({ content: text(random.below(40)), author, mentions: [text(3)] });
    assert.deepEqual(strip(decodeEntry(encodeEntry(entry))), strip(entry));
  }
});

// A field that is undefined and one that is missing are the same.
function strip(entry: Entry): unknown {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));
}
