import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { ApiError } from "../api.ts";
import { sentence } from "../stores/notices.ts";
import { t } from "../strings.ts";
import { Button } from "./button.tsx";

/** What the fields of a form hold, by the names that the API gives them; null where nobody typed yet. */
export type Fields = Record<string, string | null>;

export interface FieldsOf<T extends Fields> {
  values: T;
  set: (changed: Partial<T>) => void;
  /** Of what would be sent, only what was touched: an untouched field keeps what someone else just set. */
  touched: <R extends object>(wanted: R) => Partial<R>;
  reset: () => void;
}

/** Untouched fields follow `initial`, so that a record that changes underneath never takes away what is being typed. */
export function useFields<T extends Fields>(initial: T): FieldsOf<T> {
  const [typed, setTyped] = useState<Partial<T>>({});
  return {
    values: { ...initial, ...typed },
    set: (changed) => setTyped((before) => ({ ...before, ...changed })),
    touched: (wanted) =>
      Object.fromEntries(Object.entries(wanted).filter(([name]) => name in typed)) as Partial<
        typeof wanted
      >,
    reset: () => setTyped({}),
  };
}

/** A field's part of a form, to be spread into the component that shows it. */
interface Bound<V> {
  value: NonNullable<V>;
  onInput: (value: NonNullable<V>) => void;
  error: string | null;
}

interface Props<T extends Fields> {
  submit: string;
  fields: FieldsOf<T>;
  onSubmit: () => Promise<unknown>;
  onCancel?: () => void;
  children: (field: <K extends keyof T & string>(name: K) => Bound<T[K]>) => ComponentChildren;
}

/** What went wrong: a sentence, and the field that it is about. */
interface Fault {
  field: string | null;
  text: string;
}

export function Form<T extends Fields>(
  { submit, fields, onSubmit, onCancel, children }: Props<T>,
) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  // A second Enter may come before the button is drawn as busy.
  const isSending = useRef(false);
  const shown: string[] = [];
  const inputs = children((name) => {
    shown.push(name);
    return {
      value: (fields.values[name] ?? "") as NonNullable<T[typeof name]>,
      onInput: (value) => fields.set({ [name]: value } as unknown as Partial<T>),
      error: fault?.field === name ? fault.text : null,
    };
  });
  async function send(event: Event) {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    setBusy(true);
    setFault(null);
    try {
      await onSubmit();
    } catch (error) {
      const field = error instanceof ApiError ? fieldOf(error) : null;
      setFault({ field, text: sentence(error) });
    }
    isSending.current = false;
    setBusy(false);
  }
  const isElsewhere = fault && !(fault.field && shown.includes(fault.field));
  return (
    <form class="form" onSubmit={send}>
      {inputs}
      {isElsewhere && <p class="form-error" role="alert">{fault.text}</p>}
      <div class="actions">
        {onCancel && <Button onClick={onCancel}>{t("cancel")}</Button>}
        <Button kind="primary" type="submit" busy={busy}>{submit}</Button>
      </div>
    </form>
  );
}

function fieldOf(error: ApiError): string | null {
  return error.code === "username_taken" ? "username" : error.field;
}
