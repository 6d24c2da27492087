import assert from "node:assert/strict";
import { formatDuration, parseDuration } from "../../../config/duration.ts";

Deno.test("spans of time are read in every unit and written in the largest exact one", () => {
  const rows = { "500ms": 500, "10s": 10_000, "5m": 300_000, "2h": 7_200_000, "7d": 604_800_000 };
  for (const [text, ms] of Object.entries(rows)) {
    assert.equal(parseDuration(text), ms);
    assert.equal(formatDuration(ms), text);
  }
  assert.equal(parseDuration("1.5s"), 1500);
  assert.equal(formatDuration(1500), "1500ms");
});

Deno.test("what is no span of time is refused", () => {
  for (const text of ["", "10", "s", "-1s", "1 week", "1e3s", "10s5m"]) {
    assert.equal(parseDuration(text), null, text);
  }
});
