import { signal } from "@preact/signals";
import { t } from "../strings.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface Question {
  title: string;
  text: string;
  action: string;
  answer: (yes: boolean) => void;
}

const question = signal<Question | null>(null);

/** Asks before something that cannot be taken back. */
export function confirm(title: string, text: string, action: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  question.value = { title, text, action, answer: resolve };
  return promise;
}

export function ConfirmDialog() {
  const asked = question.value;
  if (!asked) return null;
  const answer = (yes: boolean) => {
    question.value = null;
    asked.answer(yes);
  };
  return (
    <Dialog title={asked.title} onClose={() => answer(false)}>
      <p>{asked.text}</p>
      <div class="actions">
        <Button onClick={() => answer(false)}>{t("cancel")}</Button>
        <Button kind="danger" onClick={() => answer(true)}>{asked.action}</Button>
      </div>
    </Dialog>
  );
}
