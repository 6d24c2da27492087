import assert from "node:assert/strict";
import { limitBytes, limitCharacters, requireContent } from "../../../chat/content.ts";
import { Refusal } from "../../../chat/errors.ts";

function refusalOf(run: () => unknown): Refusal {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error;
  }
  throw new Error("Nothing was refused");
}

Deno.test("content is a string with something to see", () => {
  assert.equal(requireContent(" hi "), " hi ");
  for (const bad of [undefined, null, "", "   ", "\n\t\u00a0\u2003\ufeff", 5, [], {}, true]) {
    assert.equal(refusalOf(() => requireContent(bad)).code, "missing_content", JSON.stringify(bad));
  }
});

Deno.test("half a surrogate pair is no text", () => {
  for (const bad of ["\ud800", "a\udc00", "\udc00\ud800", "ok \ud83d"]) {
    assert.equal(refusalOf(() => requireContent(bad)).code, "invalid_json");
  }
  assert.equal(requireContent("\ud83d\ude00"), "😀");
});

Deno.test("4000 characters are 4000 code points", () => {
  for (const char of ["a", "é", "日", "😀"]) {
    assert.equal(limitCharacters(char.repeat(4000)), char.repeat(4000));
    const { code, message } = refusalOf(() => limitCharacters(char.repeat(4001)));
    assert.equal(code, "content_too_long");
    assert.match(message, /has 4001 characters; the limit is 4000 characters/);
  }
});

const BYTES: readonly [char: string, most: number][] = [["a", 4000], ["é", 2000], ["日", 1333], [
  "😀",
  1000,
]];

for (const [char, most] of BYTES) {
  Deno.test(`4000 bytes are ${most} of ${char}`, () => {
    assert.equal(limitBytes(char.repeat(most)), char.repeat(most));
    const { code, message } = refusalOf(() => limitBytes(char.repeat(most + 1)));
    assert.equal(code, "content_too_long");
    assert.match(message, /has \d+ bytes in UTF-8; the limit is 4000 bytes/);
  });
}
