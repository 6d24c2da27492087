// What the deltas of a stream may carry.
import { delta, DONE, finish } from "../scripted_backend.ts";
import { FALLBACK, inPieces, long, type Stream, whole } from "./plays.ts";

export const CONTENTS: Stream[] = [
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
];
