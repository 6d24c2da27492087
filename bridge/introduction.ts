import type { Bot, BotRecord, Clock, Reply } from "../client/mod.ts";
import type { BridgeLog } from "./log.ts";

/** How long the service may be out of reach at the start before the log says so. */
const QUIET_MS = 3_000;

/** Who the bot is and what it left unfinished, once the service answers. */
export async function introduce(
  bot: Bot,
  { signal, clock, log }: { signal: AbortSignal; clock: Clock; log: BridgeLog },
): Promise<{ self: BotRecord; unfinished: readonly Reply[] }> {
  const cancelWarning = clock.after(QUIET_MS, () => {
    log("warn", "Cannot reach the service yet; check base_url and that it runs", {});
  });
  const self = await bot.me(signal).finally(cancelWarning);
  return { self, unfinished: await bot.unfinished(signal) };
}
