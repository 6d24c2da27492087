import assert from "node:assert/strict";
import { parseRetryAfter } from "../../../bridge/retry_after.ts";
import { parseDuration } from "../../../bridge/duration.ts";
import { openFence, splitAt } from "../../../bridge/split.ts";
import { readEvent } from "../../../bridge/chat_completion.ts";

const NOW = Date.UTC(2026, 0, 15, 12, 0, 0);

Deno.test("Retry-After is seconds or a date", () => {
  const rows: [string | null, number | null][] = [
    ["7", 7_000],
    [" 0 ", 0],
    ["1.5", 1_500],
    ["Thu, 15 Jan 2026 12:00:30 GMT", 30_000],
    ["Thu, 15 Jan 2026 11:00:00 GMT", 0],
    ["-5", null],
    ["soon", null],
    ["", null],
    [null, null],
  ];
  for (const [value, expected] of rows) {
    assert.equal(parseRetryAfter(value, () => NOW), expected, String(value));
  }
});

Deno.test("a duration has a unit", () => {
  assert.deepEqual(
    ["10s", "500ms", "2m", "1h", "0.5s", "10", "1 s", "-1s", ""].map(parseDuration),
    [
      10_000,
      500,
      120_000,
      3_600_000,
      500,
      null,
      null,
      null,
      null,
    ],
  );
});

Deno.test("a text is cut at a line's end, else at a space, else between characters", () => {
  assert.deepEqual(splitAt("one\ntwo three", 9), ["one\n", "two three"]);
  assert.deepEqual(splitAt("one two", 5), ["one ", "two"]);
  assert.deepEqual(splitAt("漢漢漢", 7), ["漢漢", "漢"]);
  assert.deepEqual(splitAt("🚀🚀", 7), ["🚀", "🚀"]);
  assert.deepEqual(splitAt("whole", 5), ["whole", ""]);
});

Deno.test("an open code fence is found", () => {
  assert.equal(openFence("a\n```ts\ncode"), "```ts");
  assert.equal(openFence("```\ncode\n```\nmore"), null);
  assert.equal(openFence("````md\n```\ncode"), "````md");
  assert.equal(openFence("no fence, only `code`"), null);
});

const chunk = (choice: unknown) => ({
  event: "message",
  data: JSON.stringify({ choices: [choice] }),
});

Deno.test("an event of the stream is text, progress, an end or a failure", () => {
  const read = (event: { event: string; data: string }) => {
    const reading = readEvent(event);
    return reading.kind === "chunk" ? [reading.chunk.text, reading.chunk.progress] : reading.kind;
  };
  assert.deepEqual(read(chunk({ index: 0, delta: { content: "a" } })), ["a", true]);
  assert.deepEqual(read(chunk({ delta: { content: [{ type: "text", text: "b" }] } })), ["b", true]);
  assert.deepEqual(read(chunk({ delta: { role: "assistant", content: "" } })), ["", false]);
  assert.deepEqual(read(chunk({ delta: { reasoning_content: "hm" } })), ["", true]);
  assert.deepEqual(read(chunk({ delta: { refusal: "No." } })), ["No.", true]);
  assert.deepEqual(read(chunk({ delta: { tool_calls: [{ index: 0 }] } })), ["", true]);
  assert.equal(read(chunk({ index: 1, delta: { content: "other" } })), "empty");
  assert.equal(read({ event: "message", data: '{"choices":[],"usage":{}}' }), "empty");
  assert.equal(read({ event: "message", data: " [DONE] " }), "done");
  assert.equal(read({ event: "message", data: '{"choices":[{"del' }), "failure");
  assert.equal(read({ event: "message", data: '{"error":{"message":"x"}}' }), "failure");
  assert.equal(read({ event: "error", data: "oh" }), "failure");
});

Deno.test("what an error says stays out of the reply", () => {
  const reading = readEvent({
    event: "message",
    data: '{"error":{"message":"Incorrect API key: sk-secret","code":401}}',
  });
  assert.deepEqual(reading, { kind: "failure", why: "the agent reported an error", status: 401 });
});
