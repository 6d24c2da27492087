import { useEffect, useRef } from "preact/hooks";
import type { Chat } from "../../wire/records.ts";
import { address, route } from "../route.ts";
import { chatsLoaded, directs, groups } from "../stores/chats.ts";
import { openDialog } from "../stores/dialogs.ts";
import { isAdmin, me } from "../stores/session.ts";
import { type Key, t } from "../strings.ts";
import { Avatar } from "./avatar.tsx";
import { IconButton } from "./button.tsx";
import { ChatFace } from "./chat_face.tsx";
import { Icon, type IconName, Logo } from "./icon.tsx";
import { UnreadBeyond } from "./unread_beyond.tsx";

function ChatLink({ chat }: { chat: Chat }) {
  const current = route.value;
  const isCurrent = "chatId" in current && current.chatId === chat.chat_id &&
    current.page !== "search";
  const unread = isCurrent ? 0 : chat.unread_count ?? 0;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent) link.current!.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);
  return (
    <li>
      <a
        ref={link}
        href={address.chat(chat.chat_id)}
        class={unread ? "nav-link nav-unread" : "nav-link"}
        aria-current={isCurrent ? "page" : undefined}
      >
        <ChatFace chat={chat} unread={unread} />
      </a>
    </li>
  );
}

interface SectionProps {
  title: string;
  add: string;
  chats: Chat[];
  onAdd: () => void;
}

function Section({ title, add, chats, onAdd }: SectionProps) {
  return (
    <section class="nav-section">
      <header>
        <h2>{title}</h2>
        <IconButton icon="plus" label={add} onClick={onAdd} />
      </header>
      {chatsLoaded.value && chats.length === 0
        ? <button type="button" class="nav-empty" onClick={onAdd}>{add}</button>
        : <ul>{chats.map((chat) => <ChatLink key={chat.chat_id} chat={chat} />)}</ul>}
    </section>
  );
}

function PageLink({ href, icon, name }: { href: string; icon: IconName; name: Key }) {
  const { page } = route.value;
  const isCurrent = href.startsWith(`/settings/${page}`) || href === `/${page}`;
  return (
    <a class="nav-link" href={href} aria-current={isCurrent ? "page" : undefined}>
      <Icon name={icon} size={16} />
      <span class="nav-name">{t(name)}</span>
    </a>
  );
}

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

export function Sidebar() {
  const user = me.value!;
  const list = useRef<HTMLDivElement>(null);
  return (
    <nav class="sidebar" aria-label={t("nav")}>
      <header class="sidebar-head">
        <a href="/" class="brand">
          <Logo size={26} />
          <span>Parley</span>
        </a>
      </header>
      <div class="sidebar-list">
        <div ref={list} class="sidebar-scroll">
          <button
            type="button"
            class="nav-link"
            aria-keyshortcuts={isMac ? "Meta+K" : "Control+K"}
            onClick={() => openDialog({ kind: "jump" })}
          >
            <Icon name="right" size={16} />
            <span class="nav-name">{t("jump")}</span>
            <kbd aria-hidden="true">{isMac ? "⌘K" : t("jump.keys")}</kbd>
          </button>
          <PageLink href="/search" icon="search" name="search" />
          <Section
            title={t("nav.groups")}
            add={t("chat.new")}
            chats={groups.value}
            onAdd={() => openDialog({ kind: "chat" })}
          />
          <Section
            title={t("nav.directs")}
            add={t("direct.new")}
            chats={directs.value}
            onAdd={() => openDialog({ kind: "direct" })}
          />
        </div>
        <UnreadBeyond list={list} />
      </div>
      <footer class="sidebar-foot">
        <PageLink href="/settings/bots" icon="bot" name="bots" />
        <PageLink href="/settings/people" icon="people" name="people" />
        {isAdmin.value && <PageLink href="/settings/audit" icon="list" name="audit" />}
        <a
          class="nav-link nav-me"
          href="/settings/me"
          aria-current={route.value.page === "me" ? "page" : undefined}
        >
          <Avatar name={user.display_name} url={user.avatar_url} size={26} />
          <span class="nav-name">{user.display_name}</span>
          <span class="unseen">{t("me")}</span>
          <Icon name="settings" size={16} />
        </a>
      </footer>
    </nav>
  );
}
