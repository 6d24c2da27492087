import { useEffect, useLayoutEffect } from "preact/hooks";
import type { Chat } from "../../wire/records.ts";
import { Composer } from "../parts/composer.tsx";
import { Icon } from "../parts/icon.tsx";
import { LoadingPage, MissingPage } from "../parts/page.tsx";
import { PageHead } from "../parts/page_head.tsx";
import { ThreadPane } from "../parts/thread_pane.tsx";
import { Timeline } from "../parts/timeline.tsx";
import { address, go, route } from "../route.ts";
import { chatOf, chatsLoaded, putChat } from "../stores/chats.ts";
import { get } from "../api.ts";
import { closeTimeline, openTimeline, postMessage, timelineState } from "../stores/timeline.ts";
import { membersOf } from "../stores/members.ts";
import { hasRoomForTwo } from "../stores/screen.ts";
import { t } from "../strings.ts";

interface Props {
  chatId: number;
  messageId: number | null;
  thread: number | null;
}

export function ChatPage({ chatId, messageId, thread }: Props) {
  useLayoutEffect(() => openTimeline(chatId, thread ? null : messageId), [chatId, messageId]);
  useLayoutEffect(() => closeTimeline, []);
  useEffect(() => localStorage.setItem("parley.last_chat", String(chatId)), [chatId]);
  const chat = chatOf(chatId);
  useEffect(() => {
    // An archived chat is readable, but may not be in the list.
    if (!chat && chatsLoaded.value) {
      get<{ chat: Chat }>(`/chats/${chatId}`).then(({ chat }) => putChat(chat)).catch(() => {});
    }
  }, [chatId, chatsLoaded.value]);

  if (timelineState.value === "missing") {
    return (
      <MissingPage icon="hash" title={t("chat.missing")}>
        <p>{t("chat.missing.text")}</p>
      </MissingPage>
    );
  }
  if (!chat) return <LoadingPage />;

  async function send(content: string) {
    const message = await postMessage(chatId, content);
    // In a direct chat the bot's answer is a thread: it opens beside, where there is room for both.
    const current = route.value;
    const isHere = current.page === "chat" && current.chatId === chatId && !current.thread;
    if (chat!.peer?.kind === "bot" && isHere && hasRoomForTwo.value) {
      go(address.thread(chatId, message.message_id));
    }
  }

  const isCovered = thread !== null && !hasRoomForTwo.value;
  return (
    <>
      {/* Covered by the thread it stays as it is, but is not what the page is about. */}
      <div
        id={isCovered ? undefined : "main"}
        role={isCovered ? undefined : "main"}
        tabIndex={-1}
        class={thread ? "main main-beside" : "main"}
      >
        <ChatHead chat={chat} />
        <Timeline key={chatId} chat={chat} />
        {chat.archived ? <p class="archived" role="note">{t("chat.archived")}</p> : (
          <Composer
            key={`chat:${chatId}`}
            chat={chat}
            place={`chat:${chatId}`}
            label={t("composer.label", { name: chat.name })}
            send={send}
            autofocus
          />
        )}
      </div>
      {thread && <ThreadPane chat={chat} root={thread} messageId={messageId} />}
    </>
  );
}

function ChatHead({ chat }: { chat: Chat }) {
  const count = membersOf(chat.chat_id).length;
  return (
    <PageHead title={chat.name} icon={chat.kind === "group" ? "hash" : "at"} back="/">
      {chat.kind === "group" && count > 0 && (
        <a class="head-link only-wide" href={address.chatSettings(chat.chat_id, "members")}>
          {t("chat.members", { n: count })}
        </a>
      )}
      <a
        class="icon-button"
        href={`/search?chat=${chat.chat_id}`}
        aria-label={t("search.chat")}
        title={t("search.chat")}
      >
        <Icon name="search" />
      </a>
      {chat.kind === "group" && (
        <a
          class="icon-button"
          href={address.chatSettings(chat.chat_id, "webhooks")}
          aria-label={t("chat.settings")}
          title={t("chat.settings")}
        >
          <Icon name="settings" />
        </a>
      )}
    </PageHead>
  );
}
