import { useState } from "preact/hooks";
import type { Bot } from "../../wire/records.ts";
import { ChoiceField, TextField } from "../parts/field.tsx";
import { Form } from "../parts/form.tsx";
import {
  AvatarField,
  DescriptionField,
  NameField,
  UsernameField,
} from "../parts/identity_fields.tsx";
import { TRIGGER_MODES } from "../parts/trigger_modes.ts";
import { notify } from "../stores/notices.ts";
import { t } from "../strings.ts";

interface Props {
  bot: Bot;
  onSave: (fields: Partial<Bot>) => Promise<void>;
}

export function BotForm({ bot, onSave }: Props) {
  const [name, setName] = useState(bot.name);
  const [username, setUsername] = useState(bot.username);
  const [display, setDisplay] = useState(bot.display_name);
  const [description, setDescription] = useState(bot.description);
  const [avatar, setAvatar] = useState(bot.avatar_url ?? "");
  const [mode, setMode] = useState(bot.trigger_mode);
  async function save() {
    const wanted: Partial<Bot> = {
      name: name.trim(),
      username,
      display_name: display.trim(),
      description,
      avatar_url: avatar.trim() || null,
      trigger_mode: mode,
    };
    // Only what was changed: an untouched field keeps what someone else just set.
    const changed = Object.entries(wanted).filter(([key, value]) =>
      bot[key as keyof Bot] !== value
    );
    await onSave(Object.fromEntries(changed));
    notify(t("saved"));
  }
  return (
    <Form submit={t("save")} onSubmit={save}>
      {(errorOf) => (
        <>
          <div class="columns">
            <NameField
              value={name}
              onInput={setName}
              error={errorOf("name")}
            />
            <UsernameField
              value={username}
              onInput={setUsername}
              error={errorOf("username")}
            />
            <TextField
              label={t("bot.display_name")}
              value={display}
              onInput={setDisplay}
              maxLength={80}
              error={errorOf("display_name")}
            />
            <AvatarField
              value={avatar}
              onInput={setAvatar}
              error={errorOf("avatar_url")}
            />
            <DescriptionField
              value={description}
              onInput={setDescription}
              error={errorOf("description")}
            />
            <ChoiceField
              label={t("bot.trigger")}
              value={mode}
              options={TRIGGER_MODES()}
              onChange={setMode}
              hint={t(`bot.trigger.${mode}.hint`)}
            />
          </div>
        </>
      )}
    </Form>
  );
}
