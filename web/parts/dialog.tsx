import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../strings.ts";
import { IconButton } from "./button.tsx";

interface Props {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** Chromium gives the focus back when a dialog closes, but not the caret: what is typed then would be lost. */
function focusAnew(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLTextAreaElement)) return;
  activeElement.blur();
  activeElement.focus({ preventScroll: true });
}

/** The browser's own modal dialog: it keeps the focus, closes on Escape, and gives the focus back. */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => {
      element.close();
      queueMicrotask(focusAnew);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => event.target === dialog.current && onClose()}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <IconButton icon="close" label={t("close")} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
