// Backends that refuse, at first or for good.
import { FALLBACK, recovering, refuse, type Stream } from "./plays.ts";

export const REFUSALS: Stream[] = [
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
