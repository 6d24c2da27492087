// Keeps a list of messages where its reader is: at the bottom if they were there, else at the line they read.
import { type RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";

const NEAR_BOTTOM = 48;
/** How far from an end the next page is asked for. */
const AHEAD = 800;

interface Anchor {
  id: string;
  top: number;
}

/** The root of a thread is none: it stands still while older replies come between it and what was read. */
const ANCHORS = "[data-id]:not(.thread-root *)";

function anchorIn(box: HTMLElement): Anchor | null {
  const top = box.getBoundingClientRect().top;
  for (const element of box.querySelectorAll<HTMLElement>(ANCHORS)) {
    const rect = element.getBoundingClientRect();
    if (rect.bottom > top) return { id: element.dataset.id!, top: rect.top };
  }
  return null;
}

interface Ends {
  loadOlder: () => void;
  loadNewer: () => void;
  /** Whether the list ends before the newest message: its end is no place to stay at then. */
  hasNewer: boolean;
  /** What the reader wrote last: they want to see it, wherever they were. */
  own: number;
}

export function useScroller(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { loadOlder, loadNewer, hasNewer, own }: Ends,
) {
  const stuck = useRef(true);
  const atBottom = useSignal(true);
  const far = useSignal(false);

  // Measured while the page still shows what it showed before this render.
  const anchor = box.current && !stuck.current ? anchorIn(box.current) : null;

  const toBottom = () => {
    stuck.current = true;
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
  };

  const onScroll = () => {
    const { scrollTop, scrollHeight, clientHeight } = box.current!;
    const below = scrollHeight - scrollTop - clientHeight;
    atBottom.value = below <= NEAR_BOTTOM;
    stuck.current = atBottom.value && !hasNewer;
    far.value = below > clientHeight;
    if (scrollTop < AHEAD) loadOlder();
    if (below < AHEAD) loadNewer();
  };

  useLayoutEffect(() => {
    if (own) stuck.current = true;
  }, [own]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (stuck.current) return toBottom();
    const same = anchor && element.querySelector(`[data-id="${anchor.id}"]`);
    if (same) element.scrollTop += same.getBoundingClientRect().top - anchor.top;
    // A page may end within sight, where no scrolling asks for the next.
    const { scrollTop, scrollHeight, clientHeight } = element;
    if (hasNewer && scrollHeight - scrollTop - clientHeight < AHEAD) loadNewer();
  });

  // Text that streams in and pictures that load change heights without a render.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => stuck.current && toBottom());
    observer.observe(content.current!);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);

  return {
    atBottom,
    far,
    onScroll,
    toBottom,
    /** From now on the reader is elsewhere than at the bottom. */
    release: () => stuck.current = false,
  };
}
