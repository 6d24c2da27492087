import assert from "node:assert/strict";
import { SlidingWindow } from "../../../store/windows.ts";
import { Random } from "../../random.ts";
import { START } from "../../seed.ts";

const LENGTHS = [60_000, 3_600_000];

for (const length of LENGTHS) {
  Deno.test(`in any ${length / 1000} s at most the limit is accepted, and none counts 1/60 too long`, () => {
    const random = new Random(length);
    for (let run = 0; run < 60; run++) {
      const window = new SlidingWindow(length);
      const limit = 1 + random.below(30);
      const accepted: number[] = [];
      let now = START + random.below(length);
      for (let step = 0; step < 400; step++) {
        // Bursts, steady posting, and long silences.
        now += random.pick([0, 0, 1, random.below(length / 30), random.below(length * 1.2)]);
        const exact = accepted.filter((at) => at > now - length).length;
        const loose = accepted.filter((at) => at > now - length - length / 60).length;
        const count = window.count(now);
        assert.ok(count >= exact, `${count} counted of ${exact} in the window`);
        assert.ok(count <= loose, `${count} counted, ${loose} in the window and a sixtieth`);
        if (count >= limit) continue;
        window.add(now);
        accepted.push(now);
      }
      for (const at of accepted) {
        const within = accepted.filter((other) => other >= at && other < at + length);
        assert.ok(within.length <= limit);
      }
    }
  });

  Deno.test(`freeAt of ${length / 1000} s is when a post is accepted again, and not a sixtieth later`, () => {
    const random = new Random(length + 1);
    for (let run = 0; run < 300; run++) {
      const window = new SlidingWindow(length);
      const limit = 1 + random.below(20);
      let now = START + random.below(length);
      const accepted: number[] = [];
      while (window.count(now) < limit) {
        window.add(now);
        accepted.push(now);
        now += random.below(length / limit / 2);
      }
      const free = window.freeAt(limit, now);
      assert.ok(free > now && free <= accepted[0]! + length + length / 60);
      assert.ok(window.count(free - 1) >= limit);
      assert.ok(window.count(free) < limit);
    }
  });
}

Deno.test("with room, freeAt is now", () => {
  const window = new SlidingWindow(60_000);
  window.add(START);
  assert.equal(window.freeAt(2, START), START);
});

Deno.test("a window restored from its parts counts as before", () => {
  const random = new Random(4);
  for (let run = 0; run < 50; run++) {
    const window = new SlidingWindow(60_000);
    let now = START;
    for (let i = 0; i < 50; i++) window.add(now += random.below(3_000));
    const again = new SlidingWindow(60_000);
    again.restore(window.parts());
    for (let i = 0; i < 70; i++) {
      assert.equal(again.count(now), window.count(now));
      now += 1_000;
    }
    assert.equal(again.count(now), 0);
  }
});

Deno.test("what a failed commit added is taken back", () => {
  const window = new SlidingWindow(60_000);
  window.add(START);
  window.add(START + 100);
  window.remove(START + 100);
  assert.equal(window.count(START + 200), 1);
  window.remove(START - 3_600_000);
  assert.equal(window.count(START + 200), 1);
});

Deno.test("a clock that goes back a little loses no count; far back, it begins anew", () => {
  const window = new SlidingWindow(60_000);
  window.add(START);
  window.add(START - 5_000);
  assert.equal(window.count(START - 5_000), 2);
  assert.equal(window.count(START - 3_600_000), 0);
  window.add(START - 3_600_000);
  assert.equal(window.count(START - 3_600_000), 1);
});
