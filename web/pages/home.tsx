import { useEffect } from "preact/hooks";
import { Icon, type IconName } from "../parts/icon.tsx";
import { Main } from "../parts/page.tsx";
import { useTitle } from "../parts/page_head.tsx";
import { address, go } from "../route.ts";
import { chatOf, chats, chatsLoaded } from "../stores/chats.ts";
import { openDialog } from "../stores/dialogs.ts";
import { isAdmin, me } from "../stores/session.ts";
import { t } from "../strings.ts";

interface CardProps {
  icon: IconName;
  title: string;
  text: string;
  onClick: () => void;
}

function Card({ icon, title, text, onClick }: CardProps) {
  return (
    <button type="button" class="card" onClick={onClick}>
      <span class="card-icon">
        <Icon name={icon} size={22} />
      </span>
      <strong>{title}</strong>
      <span>{text}</span>
    </button>
  );
}

/** The chat that was open last, where the sidebar and a chat stand side by side. */
function lastChat(): number | null {
  if (!matchMedia("(min-width: 721px)").matches) return null;
  const chatId = Number(localStorage.getItem("parley.last_chat"));
  return chatOf(chatId)?.chat_id ?? null;
}

let redirected = false;

export function HomePage() {
  useTitle(t("home.title"));
  useEffect(() => {
    // Only when the app opens: later the way home means home.
    if (redirected || !chatsLoaded.value) return;
    redirected = true;
    const chatId = lastChat();
    if (chatId) go(address.chat(chatId), { replace: true });
  }, [chatsLoaded.value]);
  const name = me.value!.display_name;
  const isFirst = chats.value.length === 0;
  return (
    <Main class="main home">
      <div class="home-body">
        <h1>{t("home.hello", { name })}</h1>
        <p>{t(isFirst ? "home.text.first" : "home.text")}</p>
        <div class="cards">
          <Card
            icon="hash"
            title={t("chat.create")}
            text={t("home.chat")}
            onClick={() => openDialog({ kind: "chat" })}
          />
          <Card
            icon="webhook"
            title={t("webhook.create")}
            text={t("home.webhook")}
            onClick={() => openDialog({ kind: "webhook", chatId: null })}
          />
          <Card
            icon="bot"
            title={t("bot.create")}
            text={t("home.bot")}
            onClick={() => openDialog({ kind: "bot" })}
          />
        </div>
        {isAdmin.value && (
          <p class="home-more">
            <a href="/settings/people">{t("home.invite")}</a> · <a href="/docs">{t("home.docs")}</a>
          </p>
        )}
      </div>
    </Main>
  );
}
