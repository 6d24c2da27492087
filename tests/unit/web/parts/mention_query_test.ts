import assert from "node:assert/strict";
import { insertMention, matches, mentionAt } from "../../../../web/parts/mention_query.ts";

Deno.test("an @ at the start of a word begins a mention, one inside a word does not", () => {
  assert.deepEqual(mentionAt("hi @He", 6), { from: 3, to: 6, query: "he" });
  assert.deepEqual(mentionAt("@", 1), { from: 0, to: 1, query: "" });
  assert.deepEqual(mentionAt("(@a", 3), { from: 1, to: 3, query: "a" });
  assert.equal(mentionAt("ana@example", 11), null);
  assert.equal(mentionAt("hi @he now", 10), null);
});

Deno.test("the chosen name replaces what was typed, and the caret stands behind it", () => {
  const mention = mentionAt("hi @he, look", 6)!;
  assert.deepEqual(insertMention("hi @he, look", mention, "helper"), {
    text: "hi @helper , look",
    caret: 11,
  });
  assert.deepEqual(insertMention("@h x", mentionAt("@h x", 2)!, "helper"), {
    text: "@helper x",
    caret: 8,
  });
});

Deno.test("names that begin with what was typed come first", () => {
  const all = ["beth", "abe", "bo"].map((username) => ({ username, name: username }));
  assert.deepEqual(matches(all, "b").map(({ username }) => username), ["beth", "bo", "abe"]);
  assert.deepEqual(matches(all, "zz"), []);
});
