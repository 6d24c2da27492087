import type { TriggerMode } from "../../wire/records.ts";
import { t } from "../strings.ts";

export const TRIGGER_MODES = (): Record<TriggerMode, string> => ({
  mentions: t("bot.trigger.mentions"),
  all: t("bot.trigger.all"),
  manual: t("bot.trigger.manual"),
});
