import type { Put } from "../../../../store/records.ts";
import { runRows } from "../../../rows.ts";
import { seed } from "../../../seed.ts";

Deno.test("bots join and leave group chats by whoever is a member", async () => {
  const t = await seed();
  const [ana, eve] = [await t.user(), await t.user()];
  const bot = await t.bot({ username: "helper" });
  const chat = await t.chat("ops", ana);
  const path = `/chats/${chat.id}/bots`;
  await runRows(t, [
    {
      does: "joining",
      by: ana,
      ask: `PUT ${path}/${bot.id}`,
      status: 200,
      says: { bot: { bot_id: bot.id } },
    },
    { does: "joining again", by: ana, ask: `PUT ${path}/${bot.id}`, status: 200 },
    {
      does: "listing",
      by: ana,
      ask: `GET ${path}`,
      status: 200,
      says: { bots: [{ username: "helper" }] },
    },
    { does: "a stranger", by: eve, ask: `GET ${path}`, status: 404 },
    { does: "a stranger's bot", by: eve, ask: `PUT ${path}/${bot.id}`, status: 404 },
    { does: "leaving", by: ana, ask: `DELETE ${path}/${bot.id}`, status: 200 },
    { does: "left", by: ana, ask: `GET ${path}`, status: 200, says: { bots: [] } },
  ]);
  await t.close();
});

Deno.test("the two thousand and first bot of a chat is refused", async () => {
  const t = await seed();
  const ana = await t.user();
  const bot = await t.bot();
  const chat = await t.chat("ops", ana);
  for (let from = 0; from < 2000; from += 50) {
    const crowd = Array.from({ length: 50 }, (_, index) => {
      const id = `crowd${from + index}`;
      return { ...bot, id, username: id, ref: 10 + from + index };
    });
    const puts: Put[] = crowd.map((record) => ({ table: "bot", record }));
    await t.store.write((draft) => void draft.append({ kind: "change", puts }));
    await t.join(chat, ...crowd);
  }
  await runRows(t, [
    {
      does: "one too many",
      by: ana,
      ask: `PUT /chats/${chat.id}/bots/${bot.id}`,
      status: 403,
      says: { message: "The chat has 2000 bots; the limit is 2000 bots: remove one first" },
    },
    { does: "one less", by: ana, ask: `DELETE /chats/${chat.id}/bots/crowd7`, status: 200 },
    { does: "one more", by: ana, ask: `PUT /chats/${chat.id}/bots/${bot.id}`, status: 200 },
  ]);
  await t.close();
});
