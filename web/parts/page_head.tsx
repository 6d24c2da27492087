import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { unreadTotal } from "../stores/chats.ts";
import { announce } from "../stores/notices.ts";
import { t } from "../strings.ts";
import { Icon, type IconName } from "./icon.tsx";

interface Props {
  title: string;
  icon?: IconName;
  /** Where the arrow of a narrow window leads. */
  back: string;
  children?: ComponentChildren;
}

let isLater = false;

export function useTitle(title: string): void {
  const unread = unreadTotal.value;
  useEffect(() => {
    // A screen reader hears nothing of a page that changes without loading.
    if (isLater) announce(title);
    // Nor should the Tab key begin anew where the link that led here is gone.
    const isLost = isLater && document.activeElement === document.body;
    if (isLost) document.getElementById("main")?.focus({ preventScroll: true });
    isLater = true;
  }, [title]);
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ""}${title} · Parley`;
  }, [title, unread]);
}

export function PageHead({ title, icon, back, children }: Props) {
  useTitle(title);
  return (
    <div class="pane-head">
      <a class="icon-button only-narrow" href={back} aria-label={t("back")}>
        <Icon name="back" />
      </a>
      {icon && <Icon name={icon} />}
      <h1>{title}</h1>
      <span class="grow" />
      {children}
    </div>
  );
}
