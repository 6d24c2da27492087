import type { Bot } from "../../wire/records.ts";
import { TextField } from "../parts/field.tsx";
import { Form, useFields } from "../parts/form.tsx";
import {
  AvatarField,
  DescriptionField,
  NameField,
  TriggerField,
  UsernameField,
} from "../parts/identity_fields.tsx";
import { notify } from "../stores/notices.ts";
import { t } from "../strings.ts";

interface Props {
  bot: Bot;
  onSave: (changed: Partial<Bot>) => Promise<void>;
}

export function BotForm({ bot, onSave }: Props) {
  const { name, username, display_name, description, trigger_mode } = bot;
  const avatar_url = bot.avatar_url ?? "";
  const fields = useFields({
    name,
    username,
    display_name,
    description,
    avatar_url,
    trigger_mode,
  });
  async function save() {
    const { values } = fields;
    await onSave(fields.touched({
      ...values,
      name: values.name.trim(),
      display_name: values.display_name.trim(),
      avatar_url: values.avatar_url.trim() || null,
    }));
    fields.reset();
    notify(t("saved"));
  }
  return (
    <Form submit={t("save")} fields={fields} onSubmit={save}>
      {(field) => (
        <div class="columns">
          <NameField {...field("name")} />
          <UsernameField {...field("username")} />
          <TextField label={t("bot.display_name")} maxLength={80} {...field("display_name")} />
          <AvatarField {...field("avatar_url")} />
          <DescriptionField {...field("description")} />
          <TriggerField {...field("trigger_mode")} />
        </div>
      )}
    </Form>
  );
}
