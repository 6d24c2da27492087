import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { ApiError } from "../api.ts";
import { sentence } from "../stores/notices.ts";
import { t } from "../strings.ts";
import { Button } from "./button.tsx";

/** What went wrong with a form: a sentence, and the field that it is about. */
export interface FormFault {
  field: string | null;
  text: string;
}

interface Props {
  submit: string;
  onSubmit: () => Promise<unknown>;
  onCancel?: () => void;
  disabled?: boolean;
  children: (errorOf: (field: string) => string | null) => ComponentChildren;
}

export function Form({ submit, onSubmit, onCancel, disabled, children }: Props) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<FormFault | null>(null);
  const asked: string[] = [];
  const fields = children((field) => {
    asked.push(field);
    return fault?.field === field ? fault.text : null;
  });
  async function send(event: Event) {
    event.preventDefault();
    setBusy(true);
    setFault(null);
    try {
      await onSubmit();
    } catch (error) {
      const field = error instanceof ApiError ? fieldOf(error) : null;
      setFault({ field, text: sentence(error) });
    }
    setBusy(false);
  }
  const isElsewhere = fault && !(fault.field && asked.includes(fault.field));
  return (
    <form class="form" onSubmit={send}>
      {fields}
      {isElsewhere && <p class="form-error" role="alert">{fault.text}</p>}
      <div class="actions">
        {onCancel && <Button onClick={onCancel}>{t("cancel")}</Button>}
        <Button kind="primary" type="submit" busy={busy} disabled={disabled}>{submit}</Button>
      </div>
    </form>
  );
}

function fieldOf(error: ApiError): string | null {
  return error.code === "username_taken" ? "username" : error.field;
}
