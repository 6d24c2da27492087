import type { RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { unreadTotal } from "../stores/chats.ts";
import { t } from "../strings.ts";
import { Icon } from "./icon.tsx";

/** The unread chats nearest to what is seen of the list, before it and after it. */
function beyond(list: HTMLElement) {
  const { top, bottom } = list.getBoundingClientRect();
  const unread = [...list.querySelectorAll<HTMLElement>(".nav-unread")];
  return {
    above: unread.findLast((link) => link.getBoundingClientRect().bottom <= top),
    below: unread.find((link) => link.getBoundingClientRect().top >= bottom),
  };
}

/** Tells of unread chats that a long list does not show just now, and scrolls to them. */
export function UnreadBeyond({ list }: { list: RefObject<HTMLElement | null> }) {
  const [found, setFound] = useState<{ above?: boolean; below?: boolean }>({});
  const unread = unreadTotal.value;
  useEffect(() => {
    const element = list.current!;
    const look = () => {
      const { above, below } = beyond(element);
      setFound({ above: Boolean(above), below: Boolean(below) });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [unread]);
  const show = (side: "above" | "below") =>
    beyond(list.current!)[side]?.scrollIntoView({ block: "center" });
  return (
    <>
      {(["above", "below"] as const).map((side) =>
        found[side] && (
          <button
            key={side}
            type="button"
            class={`beyond beyond-${side}`}
            onClick={() => show(side)}
          >
            <Icon name="down" size={14} /> {t("nav.unread_more")}
          </button>
        )
      )}
    </>
  );
}
