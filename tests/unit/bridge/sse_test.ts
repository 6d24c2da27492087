import assert from "node:assert/strict";
import { type ServerSentEvent, SseParser } from "../../../bridge/sse.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const message = (data: string) => ({ event: "message", data });

function read(input: Uint8Array, size: number): ServerSentEvent[] {
  const parser = new SseParser();
  const events: ServerSentEvent[] = [];
  for (let at = 0; at < input.length; at += size) {
    events.push(...parser.push(input.subarray(at, at + size)));
  }
  return [...events, ...parser.end()];
}

const rows: [name: string, input: string, expected: ServerSentEvent[]][] = [
  ["LF", "data: a\n\ndata: b\n\n", [message("a"), message("b")]],
  ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", [message("a"), message("b")]],
  ["CR", "data: a\r\rdata: b\r\r", [message("a"), message("b")]],
  ["mixed line ends", "data: a\r\n\ndata: b\r\r\n", [message("a"), message("b")]],
  ["a byte-order mark", "\uFEFFdata: a\n\n", [message("a")]],
  ["no space after the colon", "data:a\n\n", [message("a")]],
  ["only one space taken away", "data:  a\n\n", [message(" a")]],
  ["comments", ": hello\n:\ndata: a\n: more\n\n", [message("a")]],
  ["several data lines", "data: a\ndata: b\n\n", [message("a\nb")]],
  ["empty data", "data:\n\n", [message("")]],
  ["data without a colon", "data\n\n", [message("")]],
  ["a blank line without data", "\n\nid: 4\n\n", []],
  ["an event's name", "event: error\ndata: a\n\ndata: b\n\n", [
    { event: "error", data: "a" },
    message("b"),
  ]],
  ["unknown fields", "id: 1\nretry: 5\nfoo: bar\ndata: a\n\n", [message("a")]],
  ["no final blank line", "data: a\n", [message("a")]],
  ["no final newline", "data: a\n\ndata: b", [message("a"), message("b")]],
  ["characters of four bytes", "data: 🚀é漢\n\n", [message("🚀é漢")]],
];

Deno.test("a stream reads the same however it is cut", async (t) => {
  for (const [name, input, expected] of rows) {
    await t.step(name, () => {
      for (const size of [1, 2, 3, 7, 1_000]) {
        assert.deepEqual(read(bytes(input), size), expected, `in pieces of ${size}`);
      }
    });
  }
});

Deno.test("broken UTF-8 does not end the stream", () => {
  const input = new Uint8Array([...bytes("data: a"), 0xff, ...bytes("b\n\n")]);
  assert.deepEqual(read(input, 1), [message("a\uFFFDb")]);
});

Deno.test("a line of 9 MB arrives in small pieces in linear time", () => {
  const long = "x".repeat(9 * 1024 * 1024);
  const [event] = read(bytes(`data: ${long}\n\n`), 1_400);
  assert.equal(event?.data.length, long.length);
});

Deno.test("a line without end is refused", () => {
  const parser = new SseParser(1_000);
  assert.throws(() => parser.push(bytes("x".repeat(1_001))), /longer than 1000/);
});
