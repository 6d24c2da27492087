/// <reference lib="dom" />
import assert from "node:assert/strict";
import { formatDay, type Key, language, t, TABLES } from "../../../web/strings.ts";

const keys = Object.keys(TABLES.en) as Key[];

async function sources(folder: URL): Promise<string> {
  let text = "";
  for await (const entry of Deno.readDir(folder)) {
    if (entry.name === "dist" || entry.name === "strings") continue;
    const url = new URL(entry.isDirectory ? `${entry.name}/` : entry.name, folder);
    if (entry.isDirectory) text += await sources(url);
    else if (/\.tsx?$/.test(entry.name)) text += await Deno.readTextFile(url);
  }
  return text;
}

Deno.test("every sentence stands in every language, with the same gaps and the same plurals", () => {
  const gaps = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join();
  for (const [name, table] of Object.entries(TABLES)) {
    assert.deepEqual(Object.keys(table).sort(), [...keys].sort(), name);
    for (const key of keys) {
      assert.notEqual(table[key].trim(), "", `${name} ${key}`);
      assert.equal(gaps(table[key]), gaps(TABLES.en[key]), `${name} ${key}`);
      assert.equal(table[key].includes(" | "), TABLES.en[key].includes(" | "), `${name} ${key}`);
    }
  }
});

Deno.test("every sentence is used somewhere", async () => {
  const code = await sources(new URL("../../../web/", import.meta.url));
  const unused = keys.filter((key) => {
    if (code.includes(`"${key}"`)) return false;
    const [head] = key.split(/(?<=\.)\w+(?:\.\w+)?$/);
    return !code.includes("`" + head);
  });
  assert.deepEqual(unused, []);
});

Deno.test("the count chooses the plural", () => {
  assert.equal(t("thread.replies", { n: 1 }), "one reply");
  assert.equal(t("thread.replies", { n: 3 }), "3 replies");
});

Deno.test("changing the language changes the sentences and the dates", () => {
  const now = new Date(2026, 0, 15, 12);
  const day = new Date(2026, 0, 10, 12).toISOString();
  try {
    language.value = "de";
    assert.equal(t("save"), "Speichern");
    assert.match(formatDay(day, now), /Januar/);
    assert.equal(formatDay(now.toISOString(), now), "Heute");
  } finally {
    language.value = "en";
  }
  assert.equal(t("save"), "Save");
  assert.equal(formatDay(new Date(2026, 0, 14, 1).toISOString(), now), "Yesterday");
});
