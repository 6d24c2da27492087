import assert from "node:assert/strict";
import { BlockList } from "../../../store/block_list.ts";
import { Random } from "../../random.ts";

interface House {
  kv: Deno.Kv;
  list: BlockList;
  clock: { now: number };
  lay(succeed?: boolean): Promise<void>;
  append(...values: number[]): void;
}

async function house(
  positions: "values" | "ordinals",
  run: (house: House) => Promise<void>,
): Promise<void> {
  const kv = await Deno.openKv(":memory:");
  const clock = { now: 1000 };
  const list = new BlockList(kv, () => clock.now, { name: "x", positions });
  let ordinal = 0;
  const append = (...values: number[]) => {
    for (const value of values) list.append(1, value, ++ordinal);
  };
  const lay = async (succeed = true) => {
    list.stage();
    const writes = await list.lay();
    if (succeed) { for (const { key, value } of writes) await kv.set(key, value); }
    list.settle(succeed);
  };
  try {
    await run({ kv, list, clock, lay, append });
  } finally {
    kv.close();
  }
}

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

for (const positions of ["values", "ordinals"] as const) {
  Deno.test(`before, after and rank by ${positions} are right, wherever the values are`, () =>
    house(positions, async ({ list, append, lay }) => {
      const random = new Random(1);
      const model: number[] = [];
      for (let step = 0; step < 120; step++) {
        const count = random.below(40);
        const fresh = Array.from({ length: count }, () => 0).map(() => {
          const value = (model.at(-1) ?? 0) + 1 + random.below(3);
          model.push(value);
          return value;
        });
        append(...fresh);
        if (random.chance(0.3)) await lay(random.chance(0.8));
        const at = (i: number) => positions === "values" ? model[i]! : i + 1;
        const items = model.map((value, i) => ({ position: at(i), value }));
        const position = random.below((at(model.length - 1) || 1) + 3);
        const limit = 1 + random.below(60);
        const older = items.filter((item) => item.position < position);
        const newer = items.filter((item) => item.position > position);
        assert.deepEqual(await list.before(1, position, limit), older.slice(-limit));
        assert.deepEqual(await list.after(1, position, limit), newer.slice(0, limit));
        const rank = items.filter((item) => item.position <= position).length;
        assert.equal(await list.rank(1, position), rank);
      }
      assert.ok(model.length > 1200, "several blocks");
      assert.deepEqual(await list.before(2, 999, 10), [], "another owner has nothing");
    }));

  Deno.test(`laying down twice changes nothing, by ${positions}`, () =>
    house(positions, async ({ kv, list, append, lay }) => {
      append(...upTo(900));
      await lay();
      const again = new BlockList(kv, () => 0, { name: "x", positions });
      for (const value of upTo(950, 500)) again.append(1, value, value);
      again.stage();
      for (const { key, value } of await again.lay()) await kv.set(key, value);
      again.settle(true);
      const items = await again.after(1, 0, 5000);
      assert.deepEqual(items.map(({ value }) => value), upTo(950));
      assert.equal(await again.rank(1, 950), 950);
      assert.ok((await list.after(1, 0, 1)).length === 1);
    }));
}

Deno.test("a failed write loses nothing: what was not laid down is laid down next time", () =>
  house("values", async ({ kv, list, append, lay }) => {
    append(...upTo(10));
    await lay();
    append(...upTo(20, 11));
    await lay(false);
    append(...upTo(30, 21));
    await lay();
    const again = new BlockList(kv, () => 0, { name: "x", positions: "values" });
    assert.deepEqual((await again.after(1, 0, 99)).map(({ value }) => value), upTo(30));
    assert.equal((await list.after(1, 0, 99)).length, 30);
  }));

Deno.test("trimming drops whole old blocks and tells where the rest begins", () =>
  house("ordinals", async ({ kv, list, clock, append, lay }) => {
    append(...upTo(1000));
    await lay();
    assert.equal(await list.trim(1, 500, kv), 1, "nothing is that old");
    clock.now = 5000;
    append(...upTo(1010, 1001));
    await lay();
    assert.equal(await list.trim(1, 2000, kv), 801);
    assert.deepEqual(
      (await list.after(1, 0, 5000)).map(({ position }) => position),
      upTo(1010, 801),
    );
    assert.equal(await list.rank(1, 1010), 1010);
    append(1011);
    await lay();
    assert.equal(await list.trim(1, 9000, kv), null, "all is old");
    append(1012);
    assert.equal(await list.trim(1, 9000, kv), 1012, "what is not laid down stays");
    await lay();
    assert.deepEqual((await list.after(1, 0, 9)).map(({ position }) => position), [1012]);
  }));

Deno.test("a block that grows while it is trimmed is not lost", () =>
  house("ordinals", async ({ kv, list, clock, append, lay }) => {
    append(...upTo(5));
    await lay();
    clock.now = 5000;
    // The writer adds to the block between the trimmer's look and its delete.
    const growing = Object.create(kv, {
      atomic: {
        value: () => {
          const commit = kv.atomic();
          const original = commit.commit.bind(commit);
          commit.commit = async () => {
            append(6);
            await lay();
            return await original();
          };
          return commit;
        },
      },
    });
    assert.equal(await list.trim(1, 2000, growing), 1);
    assert.deepEqual((await list.after(1, 0, 9)).map(({ position }) => position), upTo(6));
  }));
