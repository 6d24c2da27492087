import { useEffect } from "preact/hooks";
import { LoadingPage, Main, MissingPage } from "../parts/page.tsx";
import { PageHead } from "../parts/page_head.tsx";
import { address, type ChatSettingsTab } from "../route.ts";
import { chatOf, chatsLoaded } from "../stores/chats.ts";
import { loadMembers } from "../stores/members.ts";
import { type Key, t } from "../strings.ts";
import { ChatBots } from "./chat_bots.tsx";
import { ChatGeneral } from "./chat_general.tsx";
import { ChatMembers } from "./chat_members.tsx";
import { ChatWebhooks } from "./chat_webhooks.tsx";
import { WebhookPage } from "./webhook.tsx";

const TABS: Record<ChatSettingsTab, Key> = {
  webhooks: "webhooks",
  bots: "bots",
  members: "members",
  general: "general",
};

interface Props {
  chatId: number;
  tab: ChatSettingsTab;
  id: string | null;
}

export function ChatSettingsPage({ chatId, tab, id }: Props) {
  const chat = chatOf(chatId);
  useEffect(() => {
    // The tabs that need it say so when it does not come.
    loadMembers(chatId).catch(() => {});
  }, [chatId]);
  if (!chat) {
    return chatsLoaded.value
      ? <MissingPage icon="hash" title={t("chat.missing")} />
      : <LoadingPage />;
  }
  if (tab === "webhooks" && id) return <WebhookPage key={id} chat={chat} webhookId={id} />;
  return (
    <Main>
      <PageHead
        title={t("chat.settings.of", { name: chat.name })}
        icon="settings"
        back={address.chat(chatId)}
      >
        <a class="head-link only-wide" href={address.chat(chatId)}>{t("chat.back")}</a>
      </PageHead>
      <div class="page">
        <nav class="tabs" aria-label={t("chat.settings")}>
          {Object.entries(TABS).map(([name, label]) => (
            <a
              key={name}
              href={address.chatSettings(chatId, name as ChatSettingsTab)}
              aria-current={name === tab ? "page" : undefined}
            >
              {t(label)}
            </a>
          ))}
        </nav>
        {tab === "webhooks" && <ChatWebhooks chat={chat} />}
        {tab === "bots" && <ChatBots chat={chat} />}
        {tab === "members" && <ChatMembers chat={chat} />}
        {tab === "general" && <ChatGeneral chat={chat} />}
      </div>
    </Main>
  );
}
