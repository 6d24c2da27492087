import assert from "node:assert/strict";
import { Throttle } from "../../../chat/throttle.ts";

Deno.test("attempts past the limit wait until the window is over", () => {
  const throttle = new Throttle(2, 1000);
  assert.equal(throttle.attempt("a", 0), 0);
  assert.equal(throttle.attempt("a", 400), 0);
  assert.equal(throttle.attempt("a", 500), 500);
  assert.equal(throttle.attempt("b", 500), 0);
  assert.equal(throttle.attempt("a", 1000), 0);
});

Deno.test("an attempt that succeeded does not count", () => {
  const throttle = new Throttle(1, 1000);
  for (let i = 0; i < 5; i++) {
    assert.equal(throttle.attempt("a", i), 0);
    throttle.succeeded("a", i);
  }
});

Deno.test("a flood of names does not grow it without end", () => {
  const throttle = new Throttle(1, 1000);
  for (let i = 0; i < 25_000; i++) throttle.attempt(`name ${i}`, 0);
  assert.equal(throttle.attempt("name 24999", 1), 999);
  assert.ok(throttle.size <= 10_000);
});
