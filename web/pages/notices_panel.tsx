import { ChoiceField } from "../parts/field.tsx";
import { canNotify, chooseNoticeLevel, noticeLevel } from "../stores/desktop_notices.ts";
import { t } from "../strings.ts";

export function NoticesPanel() {
  return (
    <section class="panel">
      <h2>{t("notifications")}</h2>
      {canNotify
        ? (
          <ChoiceField
            label={t("notifications.level")}
            hint={t("notifications.hint")}
            value={noticeLevel.value}
            options={{
              off: t("notifications.off"),
              direct: t("notifications.direct"),
              all: t("notifications.all"),
            }}
            onInput={chooseNoticeLevel}
          />
        )
        : <p class="faint">{t("notifications.missing")}</p>}
    </section>
  );
}
