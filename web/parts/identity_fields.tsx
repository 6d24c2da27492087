// The fields that people, bots and webhooks have in common.
import { t } from "../strings.ts";
import { TextField } from "./field.tsx";

interface Props {
  value: string;
  onInput: (value: string) => void;
  error: string | null;
}

interface NameProps extends Props {
  label?: string;
  placeholder?: string;
  hint?: string;
  autofocus?: boolean;
  autocomplete?: string;
}

export function NameField({ label = t("field.name"), ...props }: NameProps) {
  return <TextField label={label} required maxLength={80} {...props} />;
}

export function UsernameField(props: Props & { hint?: string; autocomplete?: string }) {
  return <TextField label={t("field.username")} required {...props} />;
}

export function DescriptionField(props: Props) {
  return <TextField label={t("field.description")} {...props} />;
}

export function AvatarField({ label = t("field.avatar"), ...props }: Props & { label?: string }) {
  return <TextField label={label} type="url" hint={t("field.avatar.hint")} {...props} />;
}
