import type { Message } from "../../wire/records.ts";
import { address } from "../route.ts";
import { answering } from "../stores/timeline.ts";
import { t } from "../strings.ts";
import { Icon } from "./icon.tsx";
import { Dots } from "./reply_state.tsx";

export function ThreadChip({ message, active }: { message: Message; active?: boolean }) {
  const live = answering.value.get(message.message_id);
  if (!live && message.reply_count === 0) return null;
  return (
    <a
      class="thread-chip"
      href={address.thread(message.chat_id, message.message_id)}
      tabIndex={active ? 0 : -1}
    >
      {live ? <Dots /> : <Icon name="thread" size={14} />}
      <span>
        {live
          ? t("thread.answering", { name: live.author.display_name })
          : t("thread.replies", { n: message.reply_count })}
      </span>
      <Icon name="right" size={14} />
    </a>
  );
}
