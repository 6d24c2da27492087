import assert from "node:assert/strict";
import { as, seed } from "../seed.ts";

Deno.test({
  name: "a seeded service holds what was seeded and forgets it at the end",
  sanitizeOps: true,
  sanitizeResources: true,
  async fn() {
    const t = await seed();
    const ana = await t.user({ username: "ana" });
    const bot = await t.bot({ triggerMode: "all" });
    const chat = await t.chat("ops", ana, bot);
    const hook = await t.webhook(chat, { ratePerMinute: 5 });
    const { directory } = t.store;
    assert.equal(directory.userNamed("ana")?.id, ana.id);
    assert.deepEqual([...directory.membersOf(chat.id).keys()], [ana.id, bot.id]);
    assert.equal(directory.webhook(hook.id)?.ratePerMinute, 5);
    assert.deepEqual(await t.eventsOf(bot), []);
    assert.equal((await t.get("/nowhere", as(ana))).status, 404);
    await t.close();
  },
});
