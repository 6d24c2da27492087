import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { copyText } from "../stores/clipboard.ts";
import { t } from "../strings.ts";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonProps {
  children: ComponentChildren;
  kind?: "primary" | "plain" | "quiet" | "danger";
  icon?: IconName;
  type?: "button" | "submit";
  disabled?: boolean;
  busy?: boolean;
  small?: boolean;
  onClick?: () => void;
}

export function Button(
  { children, kind = "plain", icon, type = "button", disabled, busy, small, onClick }: ButtonProps,
) {
  return (
    <button
      type={type}
      class={`button button-${kind}${small ? " button-small" : ""}`}
      disabled={disabled || busy}
      aria-busy={busy}
      onClick={onClick}
    >
      {icon && <Icon name={icon} size={16} />}
      <span>{children}</span>
    </button>
  );
}

interface IconButtonProps {
  icon: IconName;
  label: string;
  onClick: () => void;
  tabIndex?: number;
  pressed?: boolean;
  class?: string;
}

export function IconButton(props: IconButtonProps) {
  const { icon, label, onClick, tabIndex, pressed } = props;
  return (
    <button
      type="button"
      class={`icon-button ${props.class ?? ""}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton(
  { href, children, icon }: { href: string; children: ComponentChildren; icon?: IconName },
) {
  return (
    <a class="button button-plain" href={href}>
      {icon && <Icon name={icon} size={16} />}
      <span>{children}</span>
    </a>
  );
}

export function CopyButton({ text, label = t("copy") }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  async function copy() {
    if (!await copyText(text)) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), 1500);
  }
  return (
    <Button small icon={copied ? "check" : "copy"} onClick={copy}>
      {copied ? t("copied") : label}
    </Button>
  );
}
