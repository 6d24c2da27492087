// A bot that repeats what it is told, a word at a time.
//
//   PARLEY_BOT_TOKEN=svcbot_… deno run --allow-net --allow-env examples/bot.ts
import { Bot, type BotEvent } from "../client/mod.ts";

const token = Deno.env.get("PARLEY_BOT_TOKEN");
if (!token) throw new Error("Set PARLEY_BOT_TOKEN to the bot's token");

const bot = new Bot({
  baseUrl: Deno.env.get("PARLEY_URL") ?? "http://127.0.0.1:8080",
  token,
});
console.log(`Listening as @${(await bot.me()).username}`);

const events = bot.events({ after: "acked" });
for await (const event of events) {
  await echo(event);
  // Only now: an event that is not acked comes again after a restart.
  events.ack(event.seq);
}

async function echo(event: BotEvent) {
  if (event.type === "reply.cancelled") return;
  const { parent_message_id, text } = event.data;
  const reply = await bot.reply(parent_message_id, { status: "GN", event_id: event.event_id });
  if (reply.status === "OK") return;
  if (reply.length > 0) await reply.replace("");
  for (const word of text.split(/(?<= )/)) await reply.append(word);
  await reply.finalize({ append: reply.length === 0 ? "You said nothing" : "" });
}
