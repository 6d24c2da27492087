// What a backend may send, good and bad, and what must become of it: the rows of the bridge's tests.
import { type BackendConnection, delta, DONE, finish, type Script } from "./scripted_backend.ts";

export const FALLBACK = "Away.";

export interface Stream {
  name: string;
  play: Script;
  /** The whole final text, or what it must look like. */
  text: string | RegExp;
  reason: "stop" | "length" | "error" | "unavailable";
  /** How many calls the breaker counts as failures. */
  failures?: number;
  /** How many calls are made (1). */
  calls?: number;
  /** A stream that ends as it should: any reader must read the same text from it. */
  healthy?: boolean;
}

const bytes = (text: string) => new TextEncoder().encode(text);
const never = (connection: BackendConnection) => connection.untilLeft();

/** Plays the whole body in pieces of `size` bytes. */
function inPieces(body: string | Uint8Array, size: number): Script {
  return async (connection) => {
    await connection.head();
    const all = typeof body === "string" ? bytes(body) : body;
    for (let at = 0; at < all.length; at += size) {
      await connection.bytes(all.subarray(at, at + size));
      // Lets each piece travel by itself.
      if (size > 4) await new Promise((resolve) => setImmediate(resolve));
    }
  };
}
const whole = (body: string): Script => inPieces(body, body.length * 4);

function refuse(status: string, headers: Record<string, string> = {}, body = "{}"): Script {
  return async (connection) => {
    await connection.head(status, { "content-type": "application/json", ...headers });
    await connection.text(body);
  };
}

/** The first `times` calls go wrong, the next one answers. */
function recovering(wrong: Script, times = 1): Script {
  return async (connection, request) => {
    if (request.count <= times) return await wrong(connection, request);
    await whole(delta("Back.") + DONE)(connection, request);
  };
}

const WORDS = "Fünf Jäger 漢字 🚀 fahren\n\n- nach Zürich\n";
const body = [...WORDS].map((character) => delta(character)).join("") + finish() + DONE;
const long = "All work and no play makes a long answer, line after line.\n".repeat(3_500);
const INTERRUPTED = /^Half\n\n_\(The answer was interrupted: .+\.\)_$/;

export const STREAMS: Stream[] = [
  { name: "plain", play: whole(body), text: WORDS, reason: "stop", healthy: true },
  { name: "byte by byte", play: inPieces(body, 1), text: WORDS, reason: "stop", healthy: true },
  { name: "cut in UTF-8", play: inPieces(body, 7), text: WORDS, reason: "stop", healthy: true },
  { name: "cut in data:", play: inPieces(body, 3), text: WORDS, reason: "stop", healthy: true },
  {
    name: "CRLF",
    play: inPieces(body.replaceAll("\n", "\r\n"), 5),
    text: WORDS,
    reason: "stop",
    healthy: true,
  },
  { name: "CR", play: whole(body.replaceAll("\n", "\r")), text: WORDS, reason: "stop" },
  { name: "byte-order mark", play: whole("\uFEFF" + body), text: WORDS, reason: "stop" },
  {
    name: "no space after the colon",
    play: whole(body.replaceAll("data: ", "data:")),
    text: WORDS,
    reason: "stop",
    healthy: true,
  },
  {
    name: "comments",
    play: whole(": hi\n\n" + delta("a") + ": keep-alive\n\n" + delta("b") + DONE),
    text: "ab",
    reason: "stop",
    healthy: true,
  },
  {
    name: "several data lines",
    play: whole(
      'data: {"choices":[{"index":0,\ndata: "delta":{"content":"two lines"}}]}\n\n' + DONE,
    ),
    text: "two lines",
    reason: "stop",
    healthy: true,
  },
  {
    name: "empty data",
    play: whole("data:\n\n" + delta("a") + "data: \n\n" + delta("b") + DONE),
    text: "ab",
    reason: "stop",
  },
  {
    name: "unknown fields and event names",
    play: whole("id: 1\nretry: 9\nevent: delta\nfoo: bar\n" + delta("a") + DONE),
    text: "a",
    reason: "stop",
    healthy: true,
  },
  {
    name: "no final newline",
    play: whole(delta("a") + finish() + "data: [DONE]"),
    text: "a",
    reason: "stop",
    healthy: true,
  },
  {
    name: "no done marker but a finish",
    play: whole(delta("a") + finish()),
    text: "a",
    reason: "stop",
  },
  {
    name: "a done marker but no finish",
    play: whole(delta("a") + DONE),
    text: "a",
    reason: "stop",
  },
  {
    name: "a finish, and a connection left open",
    play: async (connection, request) => {
      await whole(delta("a") + finish())(connection, request);
      await never(connection);
    },
    text: "a",
    reason: "stop",
  },
  {
    name: "more after the done marker",
    play: whole(delta("a") + DONE + delta("b") + 'data: {"error":{}}\n\n'),
    text: "a",
    reason: "stop",
    healthy: true,
  },
  {
    name: "usage without choices",
    play: whole(
      delta("a") + finish() + 'data: {"choices":[],"usage":{"total_tokens":3}}\n\n' + DONE,
    ),
    text: "a",
    reason: "stop",
    healthy: true,
  },
  {
    name: "a role first",
    play: whole(
      'data: {"choices":[{"index":0,"delta":{"role":"assistant"}}]}\n\n' + delta("a") + DONE,
    ),
    text: "a",
    reason: "stop",
    healthy: true,
  },
  {
    name: "a second choice",
    play: whole(delta("a") + delta("other", { index: 1 }) + delta("b") + DONE),
    text: "ab",
    reason: "stop",
    healthy: true,
  },
  {
    name: "reasoning_content",
    play: whole(
      'data: {"choices":[{"index":0,"delta":{"reasoning_content":"Hm."}}]}\n\n' + delta("42") +
        finish() + DONE,
    ),
    text: "42",
    reason: "stop",
    healthy: true,
  },
  {
    name: "reasoning alone",
    play: whole('data: {"choices":[{"delta":{"reasoning_content":"Hm."}}]}\n\n' + finish() + DONE),
    text: FALLBACK,
    reason: "unavailable",
  },
  {
    name: "tool calls",
    play: whole(
      'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"f","arguments":"{}"}}]}}]}\n\n' +
        finish("tool_calls") + DONE,
    ),
    text: /asked for a tool/,
    reason: "stop",
  },
  {
    name: "tool calls beside a text",
    play: whole(
      delta("Let me look.") +
        'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"f","arguments":"{}"}}]}}]}\n\n' +
        finish() + DONE,
    ),
    text: "Let me look.",
    reason: "stop",
    healthy: true,
  },
  {
    name: "a refusal",
    play: whole('data: {"choices":[{"delta":{"refusal":"I cannot."}}]}\n\n' + finish() + DONE),
    text: "I cannot.",
    reason: "stop",
  },
  {
    name: "content in parts",
    play: whole(
      'data: {"choices":[{"delta":{"content":[{"type":"text","text":"a"}]}}]}\n\n' + DONE,
    ),
    text: "a",
    reason: "stop",
  },
  { name: "an empty answer", play: whole(finish() + DONE), text: FALLBACK, reason: "unavailable" },
  {
    name: "white space alone",
    play: whole(delta(" \n") + DONE),
    text: /^\s*Away\.$/,
    reason: "unavailable",
  },
  {
    name: "the length limit",
    play: whole(delta("Half") + finish("length") + DONE),
    text: /^Half\n\n_\(.*length limit.*\)_$/,
    reason: "length",
  },
  {
    name: "a content filter",
    play: whole(delta("Half") + finish("content_filter") + DONE),
    text: /^Half\n\n_\(.*content filter.*\)_$/,
    reason: "error",
  },
  {
    name: "200 kB of text",
    play: inPieces(
      long.match(/[^]{1,97}/g)!.map((part) => delta(part)).join("") + finish() + DONE,
      8_192,
    ),
    text: long,
    reason: "stop",
    healthy: true,
  },
  {
    name: "a line of 3 MB that is no text",
    play: whole(`: ${"x".repeat(3_000_000)}\n` + delta("a") + DONE),
    text: "a",
    reason: "stop",
    healthy: true,
  },
  {
    name: "half a surrogate pair per delta",
    play: whole(
      'data: {"choices":[{"delta":{"content":"\\ud83d"}}]}\n\ndata: {"choices":[{"delta":{"content":"\\ude80"}}]}\n\n' +
        DONE,
    ),
    text: "🚀",
    reason: "stop",
    healthy: true,
  },
  // From here on, the stream is broken.
  {
    name: "cut half way",
    play: whole(delta("Half")),
    text: INTERRUPTED,
    reason: "error",
    failures: 1,
  },
  {
    name: "cut inside a chunked body",
    play: async (connection) => {
      await connection.head("200 OK", { "transfer-encoding": "chunked" });
      await connection.chunk(delta("Half"));
      await connection.text("fff\r\nda");
    },
    text: INTERRUPTED,
    reason: "error",
    failures: 1,
  },
  {
    name: "truncated JSON",
    play: whole(delta("Half") + 'data: {"choices":[{"index":0,"del'),
    text: INTERRUPTED,
    reason: "error",
    failures: 1,
  },
  {
    name: "an error object inside a 200",
    play: whole(delta("Half") + 'data: {"error":{"message":"key sk-secret"}}\n\n' + DONE),
    text: INTERRUPTED,
    reason: "error",
    failures: 1,
  },
  {
    name: "event: error",
    play: whole(delta("Half") + "event: error\ndata: overloaded\n\n"),
    text: INTERRUPTED,
    reason: "error",
    failures: 1,
  },
  {
    name: "a JSON body where a stream was asked for",
    play: refuse("200 OK", {}, '{"choices":[{"message":{"content":"Whole"}}]}'),
    text: /^Whole\n\n_\(.*did not stream.*\)_$/,
    reason: "error",
  },
  {
    name: "silence half way",
    play: async (connection, request) => {
      await whole(delta("Half"))(connection, request);
      await never(connection);
    },
    text: INTERRUPTED,
    reason: "error",
    failures: 1,
  },
  {
    name: "comments, but no progress half way",
    play: async (connection, request) => {
      await whole(delta("Half"))(connection, request);
      for (let i = 0; i < 40; i++) {
        await connection.text(": still here\n\n");
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    text: INTERRUPTED,
    reason: "error",
    failures: 1,
  },
  {
    name: "silence before the first token",
    play: async (connection) => {
      await connection.head();
      await never(connection);
    },
    text: FALLBACK,
    reason: "unavailable",
    failures: 1,
  },
  {
    name: "silence before the headers",
    play: never,
    text: FALLBACK,
    reason: "unavailable",
    failures: 1,
  },
  {
    name: "a drip that never ends",
    play: async (connection) => {
      await connection.head();
      await connection.text(delta("Half"));
      for (let i = 0; i < 200 && !connection.closed; i++) {
        await connection.text('data: {"choices":[{"delta":{"reasoning_content":"."}}]}\n\n');
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    text: INTERRUPTED,
    reason: "error",
    failures: 1,
  },
  {
    name: "429 without Retry-After, then an answer",
    play: recovering(refuse("429 Too Many Requests")),
    text: "Back.",
    reason: "stop",
    failures: 1,
    calls: 2,
  },
  {
    name: "429 with Retry-After, then an answer",
    play: recovering(refuse("429 Too Many Requests", { "retry-after": "1" })),
    text: "Back.",
    reason: "stop",
    failures: 1,
    calls: 2,
  },
  {
    name: "429 that asks for too much patience",
    play: refuse("429 Too Many Requests", { "retry-after": "3600" }),
    text: FALLBACK,
    reason: "unavailable",
    failures: 1,
  },
  {
    name: "500, then an answer",
    play: recovering(refuse("500 Oh")),
    text: "Back.",
    reason: "stop",
    failures: 1,
    calls: 2,
  },
  {
    name: "500 for ever",
    play: refuse("500 Oh"),
    text: FALLBACK,
    reason: "unavailable",
    failures: 2,
    calls: 2,
  },
  {
    name: "cut before the first token, then an answer",
    play: recovering((connection) => connection.head()),
    text: "Back.",
    reason: "stop",
    failures: 1,
    calls: 2,
  },
  {
    name: "no answer at all, then an answer",
    play: recovering(() => Promise.resolve()),
    text: "Back.",
    reason: "stop",
    failures: 1,
    calls: 2,
  },
  {
    name: "401",
    play: refuse("401 Unauthorized", {}, '{"error":{"message":"Incorrect API key: sk-secret"}}'),
    text: /^_\(The answer failed: the agent answered with HTTP 401\. .*configuration.*\)_$/,
    reason: "error",
  },
  { name: "404", play: refuse("404 Not Found"), text: /HTTP 404/, reason: "error" },
  {
    name: "a redirect",
    play: refuse("302 Found", { location: "http://127.0.0.1:1/" }),
    text: /HTTP 302/,
    reason: "error",
  },
];
