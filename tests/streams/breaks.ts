// Streams that break, stall or never end.
import { delta, DONE } from "../scripted_backend.ts";
import { FALLBACK, INTERRUPTED, never, refuse, type Stream, whole } from "./plays.ts";

export const BREAKS: Stream[] = [
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
];
