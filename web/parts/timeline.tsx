import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Chat } from "../../wire/records.ts";
import { markRead } from "../stores/chats.ts";
import {
  focusedMessage,
  loadNewer,
  loadNewest,
  loadOlder,
  newestId,
  ownMessage,
  timeline,
  timelineState,
} from "../stores/timeline.ts";
import { formatDay, t } from "../strings.ts";
import { Button } from "./button.tsx";
import { Empty, Loading } from "./empty.tsx";
import { Icon } from "./icon.tsx";
import { Message } from "./message.tsx";
import { type Row, rowsOf } from "./message_rows.ts";
import { useRoving } from "./roving.ts";
import { useScroller } from "./scroller.ts";

function Break({ row }: { row: Row }) {
  return (
    <>
      {row.startsDay && (
        <div class="day-break">
          <span>{formatDay(row.message.created_at)}</span>
        </div>
      )}
      {row.startsUnread && (
        <div class="unread-break">
          <span>{t("timeline.new")}</span>
        </div>
      )}
    </>
  );
}

export function Timeline({ chat }: { chat: Chat }) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { messages, hasNewer, waiting } = timeline.value;
  const scroller = useScroller(box, content, {
    loadOlder,
    loadNewer,
    hasNewer,
    own: ownMessage.value,
  });
  // Where reading ended when the chat was opened; the line stays there while it is open.
  const readId = useMemo(
    () => (chat.unread_count ? chat.read_message_id ?? null : null),
    [chat.chat_id],
  );
  const rows = useMemo(() => rowsOf(messages, readId), [messages, readId]);
  const roving = useRoving(messages.map((message) => message.message_id));
  const focused = focusedMessage.value;

  const isShown = messages.some((message) => message.message_id === focused);
  useLayoutEffect(() => {
    if (!focused) return;
    const element = box.current?.querySelector<HTMLElement>(`[data-id="${focused}"]`);
    if (!element) return;
    scroller.release();
    element.scrollIntoView({ block: "center" });
  }, [focused, isShown]);

  const newest = newestId.value;
  const isRead = scroller.atBottom.value && !hasNewer && newest > 0;
  useEffect(() => {
    if (!isRead) return;
    const mark = () => document.visibilityState === "visible" && markRead(chat.chat_id, newest);
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [isRead, newest, chat.chat_id]);

  async function jump() {
    if (hasNewer) await loadNewest();
    focusedMessage.value = null;
    scroller.toBottom();
  }

  return (
    <div class="timeline-frame">
      <div
        ref={box}
        class="timeline"
        role="region"
        aria-label={t("timeline.label", { name: chat.name })}
        tabIndex={messages.length === 0 ? 0 : -1}
        onScroll={scroller.onScroll}
        onKeyDown={roving.onKeyDown}
        onFocusIn={roving.onFocusIn}
      >
        <div ref={content} class="timeline-content">
          {timelineState.value === "loading" && <Loading label={t("loading")} />}
          {timelineState.value === "ready" && messages.length === 0 && (
            <Empty
              icon={chat.kind === "group" ? "hash" : "at"}
              title={t("timeline.empty", { name: chat.name })}
            >
              <p>{t("timeline.empty.text")}</p>
            </Empty>
          )}
          {rows.map((row) => (
            <div key={row.message.message_id}>
              <Break row={row} />
              <Message
                message={row.message}
                compact={row.compact}
                focused={row.message.message_id === focused}
                active={row.message.message_id === roving.active}
              />
            </div>
          ))}
        </div>
      </div>
      {(scroller.far.value || hasNewer) && (
        <div class="jump">
          <Button icon="down" small onClick={jump}>
            {waiting > 0 ? t("timeline.waiting", { n: waiting }) : t("timeline.jump")}
          </Button>
        </div>
      )}
      {timelineState.value === "failed" && (
        <div class="jump" role="alert">
          <span>
            <Icon name="warning" size={16} /> {t("timeline.failed")}
          </span>
          <Button small onClick={() => loadNewest()}>{t("again")}</Button>
        </div>
      )}
    </div>
  );
}
