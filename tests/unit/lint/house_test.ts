import assert from "node:assert/strict";
import house from "../../../lint/house.ts";

function found(source: string, file = "store/thread.ts"): string[] {
  return Deno.lint.runPlugin(house, file, source).map(({ id }) => id);
}

Deno.test("a message that begins small or ends with a full stop is found", () => {
  const wrong = [
    `throw new Error("cannot open");`,
    "throw new RangeError(`cannot open ${file}`);",
    `throw new Error("Cannot open.");`,
    "throw new Error(`Cannot open ${file}` + '!');",
    `throw new Refusal("not_found", { message: "there is nothing" });`,
  ];
  for (const source of wrong) assert.deepEqual(found(source), ["house/error-message"], source);
});

Deno.test("a message by the rule, and one that only the running program knows, are left alone", () => {
  const right = [
    `throw new Error("Cannot open: it is a folder");`,
    "throw new Error(`${file} is a folder`);",
    "throw new Error(reason);",
    `throw new Refusal("not_found", { message, headers: {} });`,
    `new Thing("small.");`,
  ];
  for (const source of right) assert.deepEqual(found(source), [], source);
  assert.deepEqual(found(`throw new Error("reset");`, "/parley/tests/unit/x_test.ts"), []);
});

Deno.test("banners are found, and comments are not", () => {
  assert.deepEqual(found("// ---- Helpers ----\n"), ["house/no-banner"]);
  assert.deepEqual(found("// Why: two -- no, three -- of them.\n"), []);
});
