// How things are: the connection, notices, and what a screen reader is told.
import { useEffect, useState } from "preact/hooks";
import { announcement, dismiss, notices } from "../stores/notices.ts";
import { connectNow, nextAttemptAt, streamState } from "../stores/stream.ts";
import { t } from "../strings.ts";
import { Button, IconButton } from "./button.tsx";
import { Icon } from "./icon.tsx";

function useSeconds(active: boolean): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [active]);
  return now;
}

/** A first connection takes a moment; only one that is lost or late is worth a word. */
export function ConnectionBanner() {
  const state = streamState.value;
  const isAway = state === "waiting" || state === "connecting";
  const [late, setLate] = useState(false);
  const now = useSeconds(isAway);
  useEffect(() => {
    if (!isAway) return setLate(false);
    const timer = setTimeout(() => setLate(true), 400);
    return () => clearTimeout(timer);
  }, [isAway]);
  const seconds = Math.max(1, Math.ceil((nextAttemptAt.value - now) / 1000));
  return (
    <div role="status" class="banner-place">
      {isAway && late && (
        <div class="banner">
          <Icon name="offline" size={16} />
          {/* The seconds are for the eye; read aloud they would never end. */}
          <span>
            {t("connection.lost")} {state === "waiting"
              ? <span aria-hidden="true">{t("connection.retry", { n: seconds })}</span>
              : <span aria-hidden="true">{t("connection.connecting")}</span>}
          </span>
          {state === "waiting" && (
            <Button small kind="quiet" onClick={connectNow}>{t("connection.now")}</Button>
          )}
        </div>
      )}
    </div>
  );
}

export function Notices() {
  return (
    <div class="notices" role="region" aria-label={t("notices")}>
      <div aria-live="polite">
        {notices.value.map((notice) => (
          <div key={notice.id} class={`notice notice-${notice.kind}`}>
            <Icon name={notice.kind === "done" ? "check" : "warning"} size={16} />
            <span>{notice.text}</span>
            <IconButton icon="close" label={t("close")} onClick={() => dismiss(notice.id)} />
          </div>
        ))}
      </div>
    </div>
  );
}

export function Announcer() {
  return <div class="unseen" aria-live="polite">{announcement.value}</div>;
}
