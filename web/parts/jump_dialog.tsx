import type { Chat } from "../../wire/records.ts";
import { address } from "../route.ts";
import { chats, directs, groups } from "../stores/chats.ts";
import { useEveryone } from "../stores/members.ts";
import { t } from "../strings.ts";
import { ChatFace } from "./chat_face.tsx";
import { directChoice } from "./direct_dialog.tsx";
import { Icon } from "./icon.tsx";
import { matches } from "./mention_query.ts";
import { type Choice, PickDialog } from "./pick_dialog.tsx";

const MOST = 8;

function chatChoice(chat: Chat): Choice {
  return {
    id: String(chat.chat_id),
    face: <ChatFace chat={chat} />,
    place: () => address.chat(chat.chat_id),
  };
}

/** What is unread first, then where something happened last. */
function byNews(left: Chat, right: Chat): number {
  return Number(Boolean(right.unread_count)) - Number(Boolean(left.unread_count)) ||
    (right.latest_message_id ?? 0) - (left.latest_message_id ?? 0);
}

/** To a chat, to someone, or to a search: wherever one wants to go, without the mouse. */
export function JumpDialog() {
  const everyone = useEveryone();
  const open = [...groups.value, ...directs.value].sort(byNews);
  const strangers = everyone.filter(({ id }) => !chats.value.some((chat) => chat.peer?.id === id));
  function choices(query: string): Choice[] {
    if (!query) return open.slice(0, MOST).map(chatChoice);
    const wanted = query.replace(/^[#@]/, "").toLowerCase();
    const named = open.map((chat) => ({ ...chat, username: chat.peer?.username ?? chat.name }));
    return [
      ...matches(named, wanted, MOST).map(chatChoice),
      ...matches(strangers, wanted, MOST).map(directChoice),
    ].slice(0, MOST).concat({
      id: "search",
      face: (
        <>
          <Icon name="search" size={16} />
          <span class="option-name">{t("jump.search", { query })}</span>
        </>
      ),
      place: () => address.search(query),
    });
  }
  return <PickDialog title={t("jump")} label={t("jump.where")} choices={choices} />;
}
