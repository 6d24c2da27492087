import assert from "node:assert/strict";
import { migrate, readSchema, SchemaTooNew, type Step, STEPS } from "../../../store/migrations.ts";
import { withKv } from "../../memory_kv.ts";

const rename = (from: string, to: string): Step => ({
  name: `rename ${from} to ${to}`,
  async run(kv) {
    const { value } = await kv.get([from]);
    if (value !== null) await kv.atomic().set([to], value).delete([from]).commit();
  },
});
const steps = [rename("a", "b"), rename("b", "c")];

Deno.test("an empty store gets the newest schema without running a step", () =>
  withKv(async (kv) => {
    assert.deepEqual(await migrate(kv, steps), []);
    assert.equal(await readSchema(kv), 3);
  }));

Deno.test("data without a number is schema 1 and goes through every step, once", () =>
  withKv(async (kv) => {
    await kv.set(["head"], { id: 1 });
    await kv.set(["a"], "kept");
    assert.deepEqual(await migrate(kv, steps), ["rename a to b", "rename b to c"]);
    assert.equal((await kv.get(["c"])).value, "kept");
    assert.equal(await readSchema(kv), 3);
    assert.deepEqual(await migrate(kv, steps), []);
  }));

Deno.test("a step that was cut off is run again, and those before it are not", () =>
  withKv(async (kv) => {
    await kv.set(["schema"], 1);
    await kv.set(["a"], "kept");
    const failing = { name: "fails", run: () => Promise.reject(new Error("power loss")) };
    await assert.rejects(migrate(kv, [steps[0]!, failing]), /power loss/);
    assert.equal(await readSchema(kv), 2);
    assert.deepEqual(await migrate(kv, steps), ["rename b to c"]);
    assert.equal((await kv.get(["c"])).value, "kept");
  }));

Deno.test("two processes that start at once end at the same schema", () =>
  withKv(async (kv) => {
    await kv.set(["schema"], 1);
    await kv.set(["a"], "kept");
    await Promise.all([migrate(kv, steps), migrate(kv, steps)]);
    assert.equal((await kv.get(["c"])).value, "kept");
    assert.equal(await readSchema(kv), 3);
  }));

Deno.test("data of a later version is refused with what to do", () =>
  withKv(async (kv) => {
    await kv.set(["schema"], STEPS.length + 2);
    await assert.rejects(migrate(kv), (error) => {
      assert(error instanceof SchemaTooNew);
      assert.match(error.message, /start the version that wrote it/);
      return true;
    });
  }));
