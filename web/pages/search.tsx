import { useEffect, useRef, useState } from "preact/hooks";
import type { Message } from "../../wire/records.ts";
import { get } from "../api.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Button } from "../parts/button.tsx";
import { Empty, Loading } from "../parts/empty.tsx";
import { Icon } from "../parts/icon.tsx";
import { Badge } from "../parts/message.tsx";
import { Main } from "../parts/page.tsx";
import { PageHead } from "../parts/page_head.tsx";
import { address, go } from "../route.ts";
import { chatOf } from "../stores/chats.ts";
import { announce, attempt } from "../stores/notices.ts";
import { authorNow } from "../stores/people.ts";
import { formatMoment, t } from "../strings.ts";

interface Answer {
  messages: Message[];
  has_more: boolean;
  next_before: number | null;
}

function pathOf(query: string, chatId: number | null, before: number | null): string {
  const params = new URLSearchParams({ q: query });
  if (chatId) params.set("chat_id", String(chatId));
  if (before) params.set("before", String(before));
  return `/search?${params}`;
}

interface Props {
  query: string;
  chatId: number | null;
}

/** The part of a message around what was looked for, with the words marked. */
function Excerpt({ content, query }: { content: string; query: string }) {
  const words = query.split(/\s+/).filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const any = new RegExp(`(${words.join("|")})`, "i");
  const from = Math.max(0, content.search(any) - 80);
  const part = content.slice(from, from + 260);
  return (
    <p class="result-text">
      {from > 0 && "…"}
      {part.split(any).map((text, index) =>
        index % 2 === 1 ? <mark key={index}>{text}</mark> : text
      )}
      {content.length > from + 260 && "…"}
    </p>
  );
}

function Result({ message, query }: { message: Message; query: string }) {
  const author = authorNow(message.author);
  return (
    <li>
      <a class="result" href={address.of(message)}>
        <Avatar
          name={author.display_name}
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
  const [found, setFound] = useState<Answer | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current!.focus(), []);
  useEffect(() => {
    setFound(null);
    if (!query) return;
    let isLatest = true;
    attempt(() => get<Answer>(pathOf(query, chatId, null))).then((answer) => {
      if (!answer || !isLatest) return;
      setFound(answer);
      announce(t("search.found", { n: answer.messages.length }));
    });
    return () => {
      isLatest = false;
    };
  }, [query, chatId]);
  async function more() {
    const answer = await attempt(() => get<Answer>(pathOf(query, chatId, found!.next_before)));
    if (answer) setFound({ ...answer, messages: [...found!.messages, ...answer.messages] });
  }
  function submit(event: Event) {
    event.preventDefault();
    const chat = chatId ? `&chat=${chatId}` : "";
    go(`/search?q=${encodeURIComponent(typed.trim())}${chat}`, { replace: true });
  }
  const scope = chatId ? chatOf(chatId)?.name : null;
  return (
    <Main>
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
        {found?.messages.length === 0 && (
          <Empty
            icon="search"
            title={t("search.none", { query })}
          />
        )}
        <ul class="results">
          {found?.messages.map((message) => (
            <Result key={message.message_id} message={message} query={query} />
          ))}
        </ul>
        {found?.has_more && <Button onClick={more}>{t("more")}</Button>}
      </div>
    </Main>
  );
}
