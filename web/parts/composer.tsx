import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Chat } from "../../wire/records.ts";
import type { Place } from "../stores/drafts.ts";
import { loadMembers, membersOf } from "../stores/members.ts";
import { sentence } from "../stores/notices.ts";
import { drafts } from "../stores/session.ts";
import { t } from "../strings.ts";
import { Icon } from "./icon.tsx";
import { MentionList } from "./mention_list.tsx";
import { insertMention, matches, mentionAt, type MentionQuery } from "./mention_query.ts";

/** From here on the writer sees how much room is left. */
const NEARLY_FULL = 3500;
const MAX = 4000;

interface Props {
  chat: Chat;
  place: Place;
  label: string;
  send: (content: string) => Promise<unknown>;
  autofocus?: boolean;
}

export function Composer({ chat, place, label, send, autofocus }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const isSending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [mention, setMention] = useState<MentionQuery | null>(null);
  const [chosen, setChosen] = useState(0);
  const text = drafts.value.get(place);
  const found = mention ? matches(membersOf(chat.chat_id), mention.query) : [];
  const isOpen = found.length > 0;
  const length = text.length > NEARLY_FULL ? [...text].length : 0;

  useEffect(() => {
    // Without them mentions are only not completed.
    loadMembers(chat.chat_id).catch(() => {});
  }, [chat.chat_id]);
  useEffect(() => {
    // A keyboard that slides over the page should come only when asked for.
    if (autofocus && matchMedia("(pointer: fine)").matches) area.current!.focus();
  }, [place]);
  useLayoutEffect(() => {
    const element = area.current!;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);

  function write(next: string, caret: number) {
    drafts.value.set(place, next);
    setMention(mentionAt(next, caret));
    setChosen(0);
  }

  function complete(username: string) {
    const done = insertMention(text, mention!, username);
    write(done.text, done.caret);
    setMention(null);
    requestAnimationFrame(() => area.current?.setSelectionRange(done.caret, done.caret));
    area.current!.focus();
  }

  async function submit() {
    // A second Enter may come before the first is drawn.
    if (!text.trim() || isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFault(null);
    try {
      await send(text);
      // What was typed while it was on its way is a draft of its own.
      if (drafts.value.get(place) === text) drafts.value.set(place, "");
    } catch (error) {
      setFault(t("composer.failed", { reason: sentence(error) }));
    }
    isSending.current = false;
    setBusy(false);
    area.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.isComposing) return;
    if (isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      const step = event.key === "ArrowDown" ? 1 : found.length - 1;
      setChosen((chosen + step) % found.length);
    } else if (isOpen && (event.key === "Enter" || event.key === "Tab")) {
      complete(found[chosen]!.username);
    } else if (mention && event.key === "Escape") setMention(null);
    else if (event.key === "Enter" && !event.shiftKey) submit();
    else return;
    event.preventDefault();
  }

  return (
    <div class="composer">
      {isOpen && <MentionList id={listId} members={found} chosen={chosen} onChoose={complete} />}
      {fault && <p class="composer-fault" role="alert">{fault}</p>}
      <div class={busy ? "composer-box composer-busy" : "composer-box"}>
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          value={text}
          placeholder={label}
          aria-label={label}
          aria-haspopup="listbox"
          aria-autocomplete="list"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen ? `${listId}-${chosen}` : undefined}
          onInput={(event) => write(event.currentTarget.value, event.currentTarget.selectionStart)}
          onClick={(event) => setMention(mentionAt(text, event.currentTarget.selectionStart))}
          onBlur={() => setMention(null)}
          onKeyDown={onKeyDown}
        />
        {length > NEARLY_FULL && (
          <span class={length > MAX ? "composer-count composer-over" : "composer-count"}>
            {MAX - length}
          </span>
        )}
        <button
          type="button"
          class="send"
          aria-label={t("composer.send")}
          title={t("composer.send")}
          disabled={!text.trim() || busy}
          onClick={submit}
        >
          <Icon name="send" />
        </button>
      </div>
      <p class="composer-hint" aria-hidden="true">{t("composer.hint")}</p>
    </div>
  );
}
