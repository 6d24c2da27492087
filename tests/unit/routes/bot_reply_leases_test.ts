// Who ends a reply that its bot does not, and what may come after (contract §5).
import assert from "node:assert/strict";
import { refused } from "../../refused.ts";
import { as } from "../../seed.ts";
import { generating, scene } from "./bot_reply_scene.ts";

Deno.test("lease: stalled after 60 s of silence, finalized as interrupted after 10 min", () =>
  scene(async (it) => {
    const id = await generating(it);
    await it.change(id, { append: "so far" });
    const view = async () => (await it.t.get("/bots/v1/replies", as(it.bot))).body.messages[0];
    it.t.clock.advance(59_000);
    assert.equal((await view()).stalled, undefined);
    it.t.clock.advance(1_000);
    assert.equal((await view()).stalled, true);
    await it.change(id, {});
    assert.equal((await view()).stalled, undefined);
    it.t.clock.advance(599_000);
    await it.t.app.sweeper.sweep();
    assert.equal((await view()).status, "GN");
    it.t.clock.advance(1_000);
    await it.t.app.sweeper.sweep();
    const entry = (await it.t.store.messages.get(id))!;
    assert.deepEqual([entry.status, entry.content, entry.interrupted], ["OK", "so far", true]);
    refused(await it.change(id, { append: "x" }), 409, "reply_finalized");
  }));

Deno.test("a late whole text still replaces what the service finalized, once", () =>
  scene(async (it) => {
    const id = await generating(it);
    await it.change(id, { append: "half" });
    it.t.clock.advance(600_000);
    await it.t.app.sweeper.sweep();
    refused(await it.change(id, { content: "whole" }), 409, "reply_finalized");
    assert.equal((await it.change(id, { content: "whole", status: "OK" })).body.length, 5);
    assert.equal(await it.contentOf(id), "whole");
    assert.equal((await it.t.store.messages.get(id))!.interrupted, undefined);
    refused(await it.change(id, { content: "again", status: "OK" }), 409, "reply_finalized");
  }));

Deno.test("the bot's whole text and the service's end at once: the text stands", () =>
  scene(async (it) => {
    const id = await generating(it);
    it.t.clock.advance(600_000);
    const settled = it.t.app.sweeper.sweep();
    const whole = await it.change(id, { content: "whole", status: "OK" });
    await settled;
    assert.equal(whole.status, 200);
    assert.equal(await it.contentOf(id), "whole");
  }));

Deno.test("a deactivated bot's reply does not generate forever", () =>
  scene(async (it) => {
    const id = await generating(it);
    const { token: _, ...record } = it.bot;
    await it.t.change({ table: "bot", record: { ...record, enabled: false } });
    it.t.clock.advance(600_000);
    await it.t.app.sweeper.sweep();
    assert.equal((await it.t.store.messages.get(id))!.status, "OK");
  }));

Deno.test("a finalizing commit that fails leaves the reply open: the bot retries", () =>
  scene(async (it) => {
    const id = await generating(it);
    const { write } = it.t.store;
    it.t.store.write = () => Promise.reject(new Error("disk"));
    refused(await it.change(id, { append: "x", status: "OK" }), 500, "send_failed");
    it.t.store.write = write;
    assert.equal((await it.change(id, { append: "x", offset: 0, status: "OK" })).body.length, 1);
  }));

Deno.test("appends that are answered are in the final text, whoever ends it", () =>
  scene(async (it) => {
    const id = await generating(it);
    it.t.clock.advance(599_999);
    const appends = Array.from({ length: 10 }, (_, i) => it.change(id, { append: `${i}` }));
    it.t.clock.advance(1);
    const [replies] = await Promise.all([Promise.all(appends), it.t.app.sweeper.sweep()]);
    const kept = replies.filter(({ status }) => status === 200).length;
    await it.change(id, { status: "OK" });
    assert.equal((await it.contentOf(id)).length, kept);
  }));
