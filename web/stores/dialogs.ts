// Which dialog is open.
import { signal } from "@preact/signals";

export type Opened =
  | { kind: "jump" }
  | { kind: "chat" }
  | { kind: "direct" }
  | { kind: "webhook"; chatId: number | null }
  | { kind: "bot" };

export const opened = signal<Opened | null>(null);

export function openDialog(dialog: Opened): void {
  opened.value = dialog;
}

export function closeDialog(): void {
  opened.value = null;
}
