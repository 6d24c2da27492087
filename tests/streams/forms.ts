// The forms that a good stream may have.
import { delta, DONE, finish } from "../scripted_backend.ts";
import { body, inPieces, never, type Stream, whole, WORDS } from "./plays.ts";

export const FORMS: Stream[] = [
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
];
