// Copies a text. Pages that came over plain http from another machine have no clipboard of their own.
import { t } from "../strings.ts";
import { notify } from "./notices.ts";

function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  // Within an open dialog, because nothing outside of one can be selected.
  const place = document.querySelector("dialog[open]") ?? document.body;
  const before = document.activeElement;
  place.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  (before as HTMLElement | null)?.focus({ preventScroll: true });
  return done;
}

/** Tells whether it worked, and the reader where it did not. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not there, or not allowed: the way of old needs no permission.
    const done = copyBySelection(text);
    if (!done) notify(t("copy.failed"), "failed");
    return done;
  }
}
