import assert from "node:assert/strict";
import { joinPiece, liveText } from "../../../../web/stores/live_text.ts";

Deno.test("a piece that continues the snapshot is appended", () => {
  const live = joinPiece(liveText("Grüß"), { offset: 6, delta: " dich 👋", length: 16 });
  assert.deepEqual(live, liveText("Grüß dich 👋"));
});

Deno.test("a piece that the snapshot already holds changes nothing", () => {
  const live = liveText("one two");
  assert.equal(joinPiece(live, { offset: 3, delta: " two", length: 7 }), live);
});

Deno.test("a piece that overlaps the snapshot is appended from where they part", () => {
  const live = joinPiece(liveText("aü"), { offset: 1, delta: "üß", length: 5 });
  assert.deepEqual(live, liveText("aüß"));
});

Deno.test("a piece from the start replaces the text", () => {
  assert.deepEqual(
    joinPiece(liveText("a long text"), { offset: 0, delta: "short", length: 5 }),
    liveText("short"),
  );
});

Deno.test("a missing piece and a wrong length are noticed", () => {
  assert.equal(joinPiece(liveText("ab"), { offset: 3, delta: "d", length: 4 }), null);
  assert.equal(joinPiece(liveText("ab"), { offset: 2, delta: "c", length: 9 }), null);
  assert.equal(joinPiece(liveText("ab"), { offset: 1, delta: "b", length: 9 }), null);
});
