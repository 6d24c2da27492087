import assert from "node:assert/strict";
import { MAX_MENTIONS, mentionsIn, withoutLeadingMention } from "../../../chat/mentions.ts";

const MENTIONED: readonly [content: string, names: string[]][] = [
  // Where a mention may stand.
  ["@helper", ["helper"]],
  ["hi @helper", ["helper"]],
  ["hi @helper!", ["helper"]],
  ["(@helper)", ["helper"]],
  ["@helper, @ana: look", ["helper", "ana"]],
  ["ask @helper.", ["helper"]],
  ["@helper's turn", ["helper"]],
  ["line\n@helper", ["helper"]],
  ["**@helper**", ["helper"]],
  ["„@helper“", ["helper"]],
  ["日本語 @helper です", ["helper"]],
  // Names.
  ["@Helper @HELPER @helper", ["helper"]],
  ["@on-call.bot_2", ["on-call.bot_2"]],
  ["@helper.bot and @helper", ["helper.bot", "helper"]],
  // What is no mention.
  ["no mention", []],
  ["@", []],
  ["@ helper", []],
  ["@-helper", []],
  ["@@helper", []],
  ["ana@helper.com", []],
  ["ana.b@helper", []],
  ["a+b@helper", []],
  ["日本@helper", []],
  ["@helper@example.com", []],
  ["https://example.com/@helper", []],
  ["@helper_", []],
  ["@helper-", []],
  ["@helpér", []],
  [`@${"a".repeat(33)}`, []],
  // Code.
  ["`@helper`", []],
  ["``a ` @helper``", []],
  ["`a` @helper `b`", ["helper"]],
  ["` @helper", ["helper"]],
  ["``@helper`", ["helper"]],
  ["`a\n@helper`", []],
  ["`a\n\n@helper `", ["helper"]],
  ["```\n@helper\n```", []],
  ["```sh\n@helper\n```\n@ana", ["ana"]],
  ["~~~\n@helper\n~~~\n@ana", ["ana"]],
  ["```\n@helper\n~~~\n@ana", []],
  ["````\n```\n@helper\n````\n@ana", ["ana"]],
  ["   ```\n@helper\n  ```\n@ana", ["ana"]],
  ["```\n@helper", []],
  ["```code``` @helper", ["helper"]],
  ["text\n```\n@helper\n``` no end\n```\n@ana", ["ana"]],
];

for (const [content, names] of MENTIONED) {
  Deno.test(`${JSON.stringify(content)} mentions ${names.join(" and ") || "nobody"}`, () => {
    assert.deepEqual(mentionsIn(content), names);
  });
}

Deno.test("a message mentions at most fifty", () => {
  const content = Array.from({ length: 300 }, (_, i) => `@u${i}`).join(" ");
  assert.equal(mentionsIn(content).length, MAX_MENTIONS);
});

Deno.test("hostile text is read in one pass", () => {
  let ladder = "";
  for (let run = 1; ladder.length < 60_000; run++) ladder += "`".repeat(run) + "a";
  const hostile = [ladder, "`@``".repeat(15_000), "\n```".repeat(15_000), "@a1-".repeat(15_000)];
  const started = performance.now();
  for (const content of hostile) mentionsIn(`${content} @c`);
  assert.ok(performance.now() - started < 250);
});

const STRIPPED: readonly [content: string, text: string][] = [
  ["@helper do it", "do it"],
  ["@Helper, do it", "do it"],
  ["  @helper: do it", "do it"],
  ["@helper", ""],
  ["@helper\n\ndo it", "do it"],
  ["@helper -5 + 3", "-5 + 3"],
  ["@helper .env is missing", ".env is missing"],
  ["do it @helper", "do it @helper"],
  ["@helper.com is down", "@helper.com is down"],
  ["@helper2 do it", "@helper2 do it"],
  ["@ana do it", "@ana do it"],
];

for (const [content, text] of STRIPPED) {
  Deno.test(`to helper, ${JSON.stringify(content)} says ${JSON.stringify(text)}`, () => {
    assert.equal(withoutLeadingMention(content, "helper"), text);
  });
}
