import { useState } from "preact/hooks";
import type { Message } from "../../wire/records.ts";
import { attempt } from "../stores/notices.ts";
import { stopReply } from "../stores/thread.ts";
import { type Key, t } from "../strings.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";

/** Endings that the reader should know of; a reply that ended well says nothing. */
const ENDINGS: Partial<Record<string, Key>> = {
  length: "reply.length",
  error: "reply.error",
  cancelled: "reply.cancelled",
};

function endingOf(message: Message): Key | null {
  const told = ENDINGS[message.finish_reason ?? ""];
  return told ?? (message.interrupted ? "reply.interrupted" : null);
}

export function ReplyState({ message, isEmpty }: { message: Message; isEmpty: boolean }) {
  const [stopping, setStopping] = useState(false);
  if (message.status === "OK") {
    const ending = endingOf(message);
    return ending && (
      <p class="reply-ending">
        <Icon name="info" size={14} /> {t(ending)}
      </p>
    );
  }
  async function stop() {
    setStopping(true);
    await attempt(() => stopReply(message.message_id));
    setStopping(false);
  }
  return (
    <div class={message.stalled ? "reply-live reply-stalled" : "reply-live"}>
      {message.stalled ? <Icon name="warning" size={14} /> : <Dots />}
      <span>
        {message.stalled ? t("reply.stalled") : isEmpty ? t("reply.thinking") : t("reply.writing")}
      </span>
      <Button small kind="quiet" icon="stop" busy={stopping} onClick={stop}>
        {t("reply.stop")}
      </Button>
    </div>
  );
}

export function Dots() {
  return (
    <span class="dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
