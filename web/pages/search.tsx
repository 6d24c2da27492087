import { useEffect, useRef, useState } from "preact/hooks";
import type { Message } from "../../wire/records.ts";
import { get } from "../api.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Empty, Loading } from "../parts/empty.tsx";
import { Icon } from "../parts/icon.tsx";
import { Badge, permalink } from "../parts/message.tsx";
import { PageHead } from "../parts/page_head.tsx";
import { go } from "../route.ts";
import { chatOf } from "../stores/chats.ts";
import { announce, attempt } from "../stores/notices.ts";
import { formatMoment, t } from "../strings.ts";

interface Props {
  query: string;
  chatId: number | null;
}

/** The part of a message around what was looked for, with it marked. */
function Excerpt({ content, query }: { content: string; query: string }) {
  const at = Math.max(0, content.toLowerCase().indexOf(query.toLowerCase()));
  const from = Math.max(0, at - 80);
  return (
    <p class="result-text">
      {from > 0 && "…"}
      {content.slice(from, at)}
      <mark>{content.slice(at, at + query.length)}</mark>
      {content.slice(at + query.length, at + 160)}
      {content.length > at + 160 && "…"}
    </p>
  );
}

function Result({ message, query }: { message: Message; query: string }) {
  const { author } = message;
  return (
    <li>
      <a class="result" href={permalink(message)}>
        <Avatar
          name={author.display_name}
          id={author.id}
          url={author.avatar_url}
          size={32}
          square={author.kind !== "user"}
        />
        <div>
          <p class="result-head">
            <strong>{author.display_name}</strong> <Badge badge={author.badge} />
            <span class="faint">
              {chatOf(message.chat_id)?.name} · {formatMoment(message.created_at)}
            </span>
          </p>
          <Excerpt content={message.content} query={query} />
        </div>
      </a>
    </li>
  );
}

export function SearchPage({ query, chatId }: Props) {
  const [typed, setTyped] = useState(query);
  const [found, setFound] = useState<Message[] | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current!.focus(), []);
  useEffect(() => {
    setFound(null);
    if (!query) return;
    let isLatest = true;
    const chat = chatId ? `&chat_id=${chatId}` : "";
    attempt(() => get<{ messages: Message[] }>(`/search?q=${encodeURIComponent(query)}${chat}`))
      .then((answer) => {
        if (!answer || !isLatest) return;
        setFound(answer.messages);
        announce(t("search.found", { n: answer.messages.length }));
      });
    return () => {
      isLatest = false;
    };
  }, [query, chatId]);
  function submit(event: Event) {
    event.preventDefault();
    const chat = chatId ? `&chat=${chatId}` : "";
    go(`/search?q=${encodeURIComponent(typed.trim())}${chat}`, { replace: true });
  }
  const scope = chatId ? chatOf(chatId)?.name : null;
  return (
    <main class="main">
      <PageHead title={t("search")} icon="search" back={chatId ? `/chats/${chatId}` : "/"} />
      <div class="page">
        <form role="search" class="search-form" onSubmit={submit}>
          <Icon name="search" />
          <input
            ref={field}
            class="input"
            type="search"
            value={typed}
            aria-label={t("search.label")}
            placeholder={scope ? t("search.in", { name: scope }) : t("search.everywhere")}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
        {scope && (
          <p>
            <a href={`/search?q=${encodeURIComponent(query)}`}>{t("search.all_chats")}</a>
          </p>
        )}
        {!query && <Empty icon="search" title={t("search.hint")} />}
        {query && !found && <Loading label={t("loading")} />}
        {found?.length === 0 && <Empty icon="search" title={t("search.none", { query })} />}
        <ul class="results">
          {found?.map((message) => (
            <Result key={message.message_id} message={message} query={query} />
          ))}
        </ul>
      </div>
    </main>
  );
}
