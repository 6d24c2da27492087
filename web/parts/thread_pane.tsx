import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Chat, Message as Record } from "../../wire/records.ts";
import { address, go } from "../route.ts";
import { hasRoomForTwo } from "../stores/screen.ts";
import { announce } from "../stores/notices.ts";
import {
  closeThread,
  loadNewerReplies,
  loadOlderReplies,
  openThread,
  ownReply,
  postReply,
  showReply,
  textOf,
  thread,
  threadRoot,
  threadState,
} from "../stores/thread.ts";
import { t } from "../strings.ts";
import { IconButton } from "./button.tsx";
import { Composer } from "./composer.tsx";
import { Empty, Loading } from "./empty.tsx";
import { Message } from "./message.tsx";
import { rowsOf } from "./message_rows.ts";
import { useRoving } from "./roving.ts";
import { useScroller } from "./scroller.ts";

interface ReplyProps {
  message: Record;
  compact: boolean;
  focused: boolean;
  active: boolean;
}

/** Reads the text that streams in by itself, so that a piece redraws this reply alone. */
function Reply(props: ReplyProps) {
  return <Message {...props} inThread content={textOf(props.message).value.text} />;
}

interface Props {
  chat: Chat;
  root: number;
  messageId: number | null;
}

export function ThreadPane({ chat, root, messageId }: Props) {
  useLayoutEffect(() => {
    openThread(root);
    return closeThread;
  }, [root]);
  function close() {
    go(address.chat(chat.chat_id));
    document.querySelector<HTMLElement>(`#main [data-id="${root}"]`)?.focus({
      preventScroll: true,
    });
  }
  // Whoever is writing in the chat while an answer opens beside it goes on writing there.
  const isTyping = useMemo(() => document.activeElement instanceof HTMLTextAreaElement, [root]);
  useEffect(() => {
    // Escape belongs to whatever is open above the pane first.
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog[open]")
      ) close();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [chat.chat_id]);
  const rootMessage = threadRoot.value;
  const isAlone = !hasRoomForTwo.value;
  return (
    <div
      id={isAlone ? "main" : undefined}
      role={isAlone ? "main" : "complementary"}
      class="thread-pane"
      aria-label={t("thread")}
    >
      <div class="pane-head">
        <IconButton class="only-narrow" icon="back" label={t("back")} onClick={close} />
        {isAlone ? <h1>{t("thread")}</h1> : <h2>{t("thread")}</h2>}
        <span class="pane-sub">{chat.kind === "group" ? `# ${chat.name}` : chat.name}</span>
        <IconButton class="only-wide" icon="close" label={t("thread.close")} onClick={close} />
      </div>
      {threadState.value === "missing"
        ? <Empty icon="thread" title={t("thread.missing")} />
        : rootMessage
        ? <Replies key={root} root={rootMessage} messageId={messageId} />
        : <Loading label={t("loading")} />}
      {rootMessage && !chat.archived && (
        <Composer
          key={root}
          chat={chat}
          place={`thread:${root}`}
          label={t("thread.composer")}
          send={(content) => postReply(root, content)}
          autofocus={!isTyping}
        />
      )}
    </div>
  );
}

function Replies({ root, messageId }: { root: Record; messageId: number | null }) {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const { messages, hasNewer } = thread.value;
  const scroller = useScroller(box, content, {
    loadOlder: loadOlderReplies,
    loadNewer: loadNewerReplies,
    hasNewer,
    own: ownReply.value,
  });
  const roving = useRoving([root, ...messages].map((message) => message.message_id));
  const wasWriting = useRef(new Set<number>());

  const isShown = messages.some((message) => message.message_id === messageId);
  useEffect(() => {
    if (messageId) showReply(messageId);
  }, [messageId]);
  useLayoutEffect(() => {
    const element = messageId && box.current?.querySelector(`[data-id="${messageId}"]`);
    if (!element) return;
    scroller.release();
    element.scrollIntoView({ block: "center" });
  }, [messageId, isShown]);

  // Streamed text is not read out as it grows; that it begins and how it ends is.
  useEffect(() => {
    for (const { message_id, status, author, content } of messages) {
      const writing = wasWriting.current;
      if (status === "GN" && !writing.has(message_id)) {
        writing.add(message_id);
        announce(t("announce.writing", { name: author.display_name }));
      } else if (status === "OK" && writing.delete(message_id)) {
        announce(t("announce.done", { name: author.display_name, text: content.slice(0, 300) }));
      }
    }
  }, [messages]);

  return (
    <div
      ref={box}
      class="timeline"
      role="region"
      aria-label={t("thread.replies.label")}
      onScroll={scroller.onScroll}
      onKeyDown={roving.onKeyDown}
      onFocusIn={roving.onFocusIn}
    >
      <div ref={content} class="timeline-content">
        <div class="thread-root">
          <Message message={root} inThread active={roving.active === root.message_id} />
        </div>
        <div class="day-break">
          <span>{t("thread.replies", { n: root.reply_count })}</span>
        </div>
        {rowsOf(messages, null).map(({ message, compact }) => (
          <Reply
            key={message.message_id}
            message={message}
            compact={compact}
            focused={message.message_id === messageId}
            active={message.message_id === roving.active}
          />
        ))}
      </div>
    </div>
  );
}
