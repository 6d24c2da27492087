import assert from "node:assert/strict";
import { callBackend } from "../../../bridge/backend.ts";
import { ManualClock } from "../../manual_clock.ts";

const timeouts = { connect: 10_000, first_token: 60_000, stall: 30_000, total: 600_000 };
const backend = {
  url: "http://backend.test/v1",
  model: "m",
  api_key: "key",
  headers: { "x-a": "b" },
};

/** A backend that accepts a request and never says anything. */
const silent = ((_input: unknown, init?: RequestInit) =>
  new Promise((_, reject) => {
    init?.signal?.addEventListener("abort", () => reject(init.signal!.reason));
  })) as typeof fetch;

function setUp(isReachable: boolean, send: typeof fetch = silent) {
  const clock = new ManualClock();
  const control = new AbortController();
  let probes = 0;
  const state = { end: null as unknown, text: "" };
  const call = callBackend({ backend, timeouts }, {
    messages: [{ role: "user", content: "Hello" }],
    sessionId: "svc:1:2",
    signal: control.signal,
    onText: (text) => state.text += text,
  }, {
    clock,
    fetch: send,
    probe: () => {
      probes++;
      return isReachable ? Promise.resolve(true) : new Promise(() => {});
    },
  }).then((end) => state.end = end);
  return { clock, control, state, call, probes: () => probes };
}

Deno.test("an address out of reach is given up at the connect limit", async () => {
  const { clock, state } = setUp(false);
  await clock.advance(9_999);
  assert.equal(state.end, null);
  await clock.advance(1);
  assert.deepEqual(state.end, {
    kind: "failed",
    why: "the agent cannot be reached",
    retryAfter: null,
    retryable: true,
  });
  assert.equal(clock.waiting, 0);
});

Deno.test("a backend that is reachable but thinking has until the first-token limit", async () => {
  const { clock, state, probes } = setUp(true);
  await clock.advance(59_999);
  assert.equal(state.end, null);
  assert.equal(probes(), 1);
  await clock.advance(1);
  assert.deepEqual(state.end, {
    kind: "failed",
    why: "the agent did not begin to answer in time",
    retryAfter: null,
    retryable: false,
  });
});

Deno.test("a cancelled call is neither the backend's fault nor the configuration's", async () => {
  const { control, call, state } = setUp(true);
  control.abort();
  await call;
  assert.deepEqual(state.end, { kind: "cancelled" });
});

Deno.test("the call is the documented one", async () => {
  let sent: Request | null = null;
  const { call, state } = setUp(
    true,
    ((input: string, init: RequestInit) => {
      sent = new Request(input, init);
      return Promise.resolve(
        new Response('data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: [DONE]\n\n', {
          headers: { "content-type": "text/event-stream" },
        }),
      );
    }) as typeof fetch,
  );
  await call;
  const request = sent as unknown as Request;
  assert.equal(`${request.method} ${request.url}`, "POST http://backend.test/v1/chat/completions");
  assert.equal(request.headers.get("x-agent-session-id"), "svc:1:2");
  assert.equal(request.headers.get("authorization"), "Bearer key");
  assert.equal(request.headers.get("x-a"), "b");
  assert.equal(state.text, "Hi");
  assert.deepEqual(state.end, { kind: "finished", finish: "stop", refusal: false, tools: false });
});
