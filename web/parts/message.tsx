import type { Message as Record } from "../../wire/records.ts";
import { address } from "../route.ts";
import { authorNow } from "../stores/people.ts";
import { formatMoment, formatTime, t } from "../strings.ts";
import { Avatar } from "./avatar.tsx";
import { Markdown } from "./markdown.tsx";
import { MessageActions } from "./message_actions.tsx";
import { ReplyState } from "./reply_state.tsx";
import { ThreadChip } from "./thread_chip.tsx";

interface Props {
  message: Record;
  /** Text that may differ from the record's while it streams in. */
  content?: string;
  /** Follows a message of the same author: no need to say who again. */
  compact?: boolean;
  inThread?: boolean;
  focused?: boolean;
  active?: boolean;
  onRendered?: () => void;
}

export function Badge({ badge }: { badge: Record["author"]["badge"] }) {
  return badge && <span class={`badge badge-${badge.toLowerCase()}`}>{badge}</span>;
}

export function Message(props: Props) {
  const { message, content = message.content, compact, inThread, focused, active, onRendered } =
    props;
  const { created_at } = message;
  const author = authorNow(message.author);
  const classes = ["message", compact && "message-compact", focused && "message-focused"];
  const time = (
    <a class="message-time" href={address.of(message)} tabIndex={active ? 0 : -1}>
      <time dateTime={created_at} title={formatMoment(created_at)}>{formatTime(created_at)}</time>
    </a>
  );
  return (
    <article
      class={classes.filter(Boolean).join(" ")}
      data-id={message.message_id}
      aria-label={t("message.by", { name: author.display_name, time: formatTime(created_at) })}
      tabIndex={active ? 0 : -1}
    >
      <div class="message-side">
        {compact ? time : (
          <Avatar
            name={author.display_name}
            url={author.avatar_url}
            square={author.kind !== "user"}
          />
        )}
      </div>
      <div class="message-main">
        {!compact && (
          <header class="message-head">
            <span class="message-author">{author.display_name}</span>
            <Badge badge={author.badge} />
            {time}
          </header>
        )}
        <Markdown source={content} mentions={message.mentions} onRendered={onRendered} />
        <ReplyState message={message} isEmpty={content === ""} />
        {!inThread && <ThreadChip message={message} active={active} />}
      </div>
      <MessageActions message={message} content={content} inThread={inThread} active={active} />
    </article>
  );
}
