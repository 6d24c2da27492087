import assert from "node:assert/strict";
import { Breaker, type BreakerSettings, type Outcome } from "../../../bridge/breaker.ts";
import { ManualClock } from "../../manual_clock.ts";

const settings: BreakerSettings = {
  consecutive: 3,
  ratio: 0.5,
  min_calls: 6,
  window: 30_000,
  open: 10_000,
  open_max: 40_000,
};

function setUp(changes: Partial<BreakerSettings> = {}) {
  const clock = new ManualClock();
  const breaker = new Breaker({ ...settings, ...changes }, clock);
  const call = (outcome: Outcome, retryAfter?: number) => {
    const permit = breaker.enter();
    assert(permit, "the breaker refused the call");
    permit.settle(outcome, retryAfter);
  };
  const fail = (times: number) => {
    for (let i = 0; i < times; i++) call("failure");
  };
  return { clock, breaker, call, fail };
}

Deno.test("failures in a row open it, and a success in between does not", () => {
  const { breaker, call, fail } = setUp();
  fail(2);
  call("success");
  fail(2);
  assert.equal(breaker.state, "closed");
  fail(1);
  assert.equal(breaker.state, "open");
  assert.equal(breaker.enter(), null);
});

Deno.test("a share of failures opens it once there were enough calls", () => {
  const { breaker, call } = setUp();
  for (const outcome of ["failure", "success", "failure", "success", "success"] as const) {
    call(outcome);
  }
  assert.equal(breaker.state, "closed");
  call("failure");
  assert.equal(breaker.state, "open");
});

Deno.test("calls that left the window no longer count", async () => {
  const { breaker, clock, call } = setUp();
  for (const outcome of ["failure", "failure", "success", "success", "success"] as const) {
    call(outcome);
  }
  await clock.advance(30_001);
  call("failure");
  assert.equal(breaker.state, "closed");
});

Deno.test("ignored calls count for nothing", () => {
  const { breaker, call, fail } = setUp();
  fail(2);
  for (let i = 0; i < 20; i++) call("ignored");
  assert.equal(breaker.state, "closed");
  fail(1);
  assert.equal(breaker.state, "open");
});

Deno.test("after its time one probe goes through, however many ask", async () => {
  const { breaker, clock, fail } = setUp();
  fail(3);
  await clock.advance(9_999);
  assert.equal(breaker.enter(), null);
  await clock.advance(1);
  assert.equal(breaker.state, "half_open");
  const probe = breaker.enter();
  assert(probe);
  assert.equal(breaker.enter(), null);
  assert.equal(breaker.refuses, true);
  probe.settle("success");
  assert.equal(breaker.state, "closed");
});

Deno.test("a probe that begins to answer closes it before its end", async () => {
  const { breaker, clock, fail } = setUp();
  fail(3);
  await clock.advance(10_000);
  const probe = breaker.enter();
  probe?.progress();
  assert.equal(breaker.state, "closed");
  probe?.settle("failure");
  assert.equal(breaker.failuresInARow, 1);
});

Deno.test("each failed probe doubles the time, up to the most", async () => {
  const { breaker, clock, call, fail } = setUp();
  fail(3);
  for (const wait of [10_000, 20_000, 40_000, 40_000]) {
    await clock.advance(wait - 1);
    assert.equal(breaker.state, "open");
    await clock.advance(1);
    call("failure");
  }
  await clock.advance(40_000);
  call("success");
  fail(3);
  await clock.advance(10_000);
  assert.equal(breaker.state, "half_open");
});

Deno.test("a probe that was cancelled lets the next one through", async () => {
  const { breaker, clock, call, fail } = setUp();
  fail(3);
  await clock.advance(10_000);
  call("ignored");
  assert.equal(breaker.state, "half_open");
  assert(breaker.enter());
});

Deno.test("a backend that names a time is spared until then, but not beyond the most", async () => {
  const { breaker, clock, call, fail } = setUp();
  fail(2);
  call("failure", 25_000);
  await clock.advance(24_999);
  assert.equal(breaker.state, "open");
  await clock.advance(1);
  call("failure", 3_600_000);
  await clock.advance(40_000);
  assert.equal(breaker.state, "half_open");
});

Deno.test("a call from before the opening says nothing about the probe", async () => {
  const { breaker, clock, fail } = setUp();
  const slow = breaker.enter();
  fail(3);
  await clock.advance(10_000);
  const probe = breaker.enter();
  slow?.settle("success");
  assert.equal(breaker.state, "half_open");
  assert.equal(breaker.enter(), null);
  probe?.settle("success");
  assert.equal(breaker.state, "closed");
});
