import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.tsx";

export function Empty(
  { icon, title, children }: { icon: IconName; title: string; children?: ComponentChildren },
) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} size={24} />
      </span>
      <h2>{title}</h2>
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
