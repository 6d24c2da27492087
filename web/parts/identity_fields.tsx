// The fields that people, bots and webhooks have in common.
import type { TriggerMode } from "../../wire/records.ts";
import { t } from "../strings.ts";
import { ChoiceField, TextField } from "./field.tsx";

interface Props<V extends string = string> {
  value: V;
  onInput: (value: V) => void;
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

export function UsernameField(
  props: Props & { hint?: string; autofocus?: boolean; autocomplete?: string },
) {
  return <TextField label={t("field.username")} required {...props} />;
}

export function DescriptionField(props: Props) {
  return <TextField label={t("field.description")} {...props} />;
}

export function AvatarField({ label = t("field.avatar"), ...props }: Props & { label?: string }) {
  return <TextField label={label} type="url" hint={t("field.avatar.hint")} {...props} />;
}

export function NewPasswordField(
  { label = t("field.password"), ...props }: Props & { label?: string },
) {
  return (
    <TextField
      label={label}
      type="password"
      required
      minLength={10}
      autocomplete="new-password"
      hint={t("field.password.hint")}
      {...props}
    />
  );
}

export function PasswordField(
  { label = t("field.password"), ...props }: Props & { label?: string },
) {
  return (
    <TextField label={label} type="password" required autocomplete="current-password" {...props} />
  );
}

export function TriggerField(props: Props<TriggerMode>) {
  return (
    <ChoiceField
      label={t("bot.trigger")}
      options={{
        mentions: t("bot.trigger.mentions"),
        all: t("bot.trigger.all"),
        manual: t("bot.trigger.manual"),
      }}
      hint={t(`bot.trigger.${props.value}.hint`)}
      {...props}
    />
  );
}
