import { signal } from "@preact/signals";
import type { Bot } from "../../wire/records.ts";
import { onFrame } from "../stores/stream.ts";
import { t } from "../strings.ts";

/** What the stream told since the bot was loaded. */
const streams = signal<ReadonlyMap<string, number>>(new Map());
onFrame("BotConnectionEvent", ({ bot_id, open_streams }) => {
  streams.value = new Map(streams.value).set(bot_id, open_streams);
});

export function openStreamsOf(bot: Bot): number {
  return streams.value.get(bot.bot_id) ?? bot.open_streams ?? 0;
}

export function BotConnection({ bot }: { bot: Bot }) {
  if (!bot.enabled) return <span class="pill">{t("bot.deactivated")}</span>;
  const open = openStreamsOf(bot);
  return (
    <span class={open > 0 ? "pill pill-good" : "pill"} role="status">
      <i class={open > 0 ? "lamp lamp-on" : "lamp"} aria-hidden="true" />
      {open > 0 ? t("bot.connected", { n: open }) : t("bot.waiting")}
    </span>
  );
}
