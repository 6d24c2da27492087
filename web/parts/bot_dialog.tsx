import { useState } from "preact/hooks";
import type { Bot } from "../../wire/records.ts";
import { post } from "../api.ts";
import { address, go } from "../route.ts";
import { closeDialog } from "../stores/dialogs.ts";
import { keepSecret } from "../stores/secrets.ts";
import { t } from "../strings.ts";
import { Dialog } from "./dialog.tsx";
import { ChoiceField } from "./field.tsx";
import { Form } from "./form.tsx";
import { AvatarField, DescriptionField, NameField, UsernameField } from "./identity_fields.tsx";
import { TRIGGER_MODES } from "./trigger_modes.ts";
import { usernameFrom } from "./username.ts";

export function BotDialog() {
  const [name, setName] = useState("");
  const [typed, setTyped] = useState<string | null>(null);
  const [description, setDescription] = useState("");
  const [avatar, setAvatar] = useState("");
  const [mode, setMode] = useState<Bot["trigger_mode"]>("mentions");
  const username = typed ?? usernameFrom(name);
  async function create() {
    const { bot, token } = await post<{ bot: Bot; token: string }>("/bots", {
      name: name.trim(),
      username,
      description,
      trigger_mode: mode,
      ...(avatar ? { avatar_url: avatar } : {}),
    });
    keepSecret(bot.bot_id, token);
    closeDialog();
    go(address.bots(bot.bot_id));
  }
  return (
    <Dialog title={t("bot.create")} onClose={closeDialog}>
      <Form submit={t("create")} onSubmit={create} onCancel={closeDialog}>
        {(errorOf) => (
          <>
            <NameField
              value={name}
              onInput={setName}
              autofocus
              placeholder={t("bot.name.example")}
              error={errorOf("name")}
            />
            <UsernameField
              value={username}
              onInput={setTyped}
              hint={t("bot.username.hint", { username: username || "helper" })}
              error={errorOf("username")}
            />
            <DescriptionField
              value={description}
              onInput={setDescription}
              error={errorOf("description")}
            />
            <AvatarField
              value={avatar}
              onInput={setAvatar}
              error={errorOf("avatar_url")}
            />
            <ChoiceField
              label={t("bot.trigger")}
              value={mode}
              options={TRIGGER_MODES()}
              onChange={setMode}
              hint={t(`bot.trigger.${mode}.hint`)}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
