import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Common {
  label: string;
  hint?: string | null;
  error?: string | null;
  warning?: string | null;
}

interface FieldProps extends Common {
  children: (id: string, describedBy: string | undefined) => ComponentChildren;
}

export function Field({ label, hint, error, warning, children }: FieldProps) {
  const id = useId();
  const note = error ?? warning ?? hint;
  const kind = error ? "error" : warning ? "warning" : "hint";
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id, note ? `${id}-note` : undefined)}
      {note && (
        <p id={`${id}-note`} class={`field-${kind}`} role={error ? "alert" : undefined}>{note}</p>
      )}
    </div>
  );
}

interface TextFieldProps extends Common {
  value: string;
  onInput: (value: string) => void;
  type?: "text" | "password" | "number" | "url" | "search";
  required?: boolean;
  autofocus?: boolean;
  autocomplete?: string;
  minLength?: number;
  maxLength?: number;
  placeholder?: string;
}

export function TextField(props: TextFieldProps) {
  const { value, onInput, type = "text", required, autofocus, autocomplete, placeholder } = props;
  return (
    <Field {...props}>
      {(id, note) => (
        <input
          id={id}
          class="input"
          dir="auto"
          {...{ type } as { type: "text" }}
          value={value}
          required={required}
          autofocus={autofocus}
          autocomplete={autocomplete ?? "off"}
          minLength={props.minLength}
          maxLength={props.maxLength}
          min={type === "number" ? 0 : undefined}
          placeholder={placeholder}
          aria-describedby={note}
          aria-invalid={props.error ? true : undefined}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export function AreaField(
  props: Common & { value: string; onInput: (value: string) => void; rows?: number },
) {
  return (
    <Field {...props}>
      {(id, note) => (
        <textarea
          id={id}
          class="input"
          rows={props.rows ?? 3}
          value={props.value}
          aria-describedby={note}
          onInput={(event) => props.onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface ChoiceFieldProps<T extends string> extends Common {
  value: T;
  options: Record<T, string>;
  onInput: (value: T) => void;
}

export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  return (
    <Field {...props}>
      {(id, note) => (
        <select
          id={id}
          class="input"
          value={props.value}
          aria-describedby={note}
          onChange={(event) => props.onInput(event.currentTarget.value as T)}
        >
          {Object.entries<string>(props.options).map(([value, label]) => (
            <option key={value} value={value}>{label}</option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function Switch({ label, checked, onChange }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
