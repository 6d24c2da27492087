import type { Chat } from "../../wire/records.ts";
import { t } from "../strings.ts";
import { Avatar } from "./avatar.tsx";
import { Icon } from "./icon.tsx";

/** A chat in a list: what it is, what it is called, and how much of it is unread. */
export function ChatFace(
  { chat, unread = chat.unread_count ?? 0 }: { chat: Chat; unread?: number },
) {
  return (
    <>
      {chat.kind === "group"
        ? <Icon name="hash" size={16} />
        : <Avatar name={chat.name} size={20} square={chat.peer?.kind === "bot"} />}
      <span class="nav-name">{chat.name}</span>
      {unread > 0 && (
        <span class="count">
          {unread > 99 ? "99+" : unread}
          <span class="unseen">&nbsp;{t("nav.unread")}</span>
        </span>
      )}
    </>
  );
}
