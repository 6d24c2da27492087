import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

interface Props {
  icon: IconName;
  title: string;
  /** It is all that the page has, so its title is the page's. */
  whole?: boolean;
  children?: ComponentChildren;
}

export function Empty({ icon, title, whole, children }: Props) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} size={24} />
      </span>
      {whole ? <h1>{title}</h1> : <h2>{title}</h2>}
      {children}
    </div>
  );
}

export function Loading({ label }: { label: string }) {
  return (
    <div class="loading" role="status">
      <span class="unseen">{label}</span>
    </div>
  );
}
