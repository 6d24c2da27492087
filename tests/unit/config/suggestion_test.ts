import assert from "node:assert/strict";
import { suggest } from "../../../config/suggestion.ts";

Deno.test("a typing mistake is answered with the nearest name", () => {
  assert.equal(suggest("sevre", ["serve", "send", "backup"]), "serve");
  assert.equal(suggest("bakcup", ["serve", "send", "backup"]), "backup");
  assert.equal(suggest("HELP", ["help"]), "help");
});

Deno.test("a name unlike any other is answered with none", () => {
  assert.equal(suggest("frobnicate", ["serve", "send", "backup"]), null);
  assert.equal(suggest("x", []), null);
});
