import assert from "node:assert/strict";
import { paint, printable } from "../../../cli/io.ts";
import { barOf, startProgress } from "../../../cli/progress.ts";
import { recordLines, tableLines } from "../../../cli/table.ts";

const plain = { colors: false };

Deno.test("many records stand in columns, and what is missing is a dash", () => {
  const records = [{ id: 1, name: "ops", actor: { username: "ana" } }, { id: 10, name: null }];
  assert.deepEqual(tableLines(records, ["id", "name", "actor.username"], plain), [
    "ID  NAME  ACTOR.USERNAME",
    "1   ops   ana",
    "10  -     -",
  ]);
});

Deno.test("a name cannot move the terminal's cursor", () => {
  assert.deepEqual(recordLines({ name: "a\x1b[2Jb\nc" }, plain), ["name  a\ufffd[2Jb c"]);
  assert.equal(printable("漢\tx\ny"), "漢\tx\ny");
});

Deno.test("colours are painted only where they are shown", () => {
  assert.equal(paint(plain, "red", "x"), "x");
  assert.equal(paint({ colors: true }, "red", "x"), "\x1b[31mx\x1b[39m");
});

Deno.test("progress is a bar on a terminal and nothing elsewhere", () => {
  assert.equal(barOf("Importing", 1, 2), `Importing [${"#".repeat(15)}${".".repeat(15)}] 50%`);
  assert.equal(barOf("Rows:", 7, null), "Rows: 7");
  const written: string[] = [];
  for (const progress of [false, true]) {
    const bar = startProgress({ progress }, "x", 1, (text) => written.push(text));
    bar.set(1);
    bar.end();
    assert.equal(written.length, progress ? 2 : 0);
  }
});
