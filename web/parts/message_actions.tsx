import type { Message } from "../../wire/records.ts";
import { address, go } from "../route.ts";
import { copyText } from "../stores/clipboard.ts";
import { notify } from "../stores/notices.ts";
import { t } from "../strings.ts";
import { IconButton } from "./button.tsx";

interface Props {
  message: Message;
  content: string;
  inThread?: boolean;
  active?: boolean;
}

/** One stop of the Tab key for each list: only the message that has it offers its buttons. */
export function MessageActions({ message, content, inThread, active }: Props) {
  const tabIndex = active ? 0 : -1;
  async function copy(text: string) {
    if (await copyText(text)) notify(t("copied"));
  }
  const open = () => go(address.thread(message.chat_id, message.message_id));
  const link = new URL(address.of(message), location.href).href;
  return (
    <div class="message-actions">
      {!inThread && (
        <IconButton icon="thread" label={t("message.reply")} onClick={open} tabIndex={tabIndex} />
      )}
      <IconButton
        icon="link"
        label={t("message.link")}
        onClick={() => copy(link)}
        tabIndex={tabIndex}
      />
      <IconButton
        icon="copy"
        label={t("message.text")}
        onClick={() => copy(content)}
        tabIndex={tabIndex}
      />
    </div>
  );
}
