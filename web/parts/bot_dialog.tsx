import { useState } from "preact/hooks";
import type { Bot } from "../../wire/records.ts";
import { post } from "../api.ts";
import { address, go } from "../route.ts";
import { closeDialog } from "../stores/dialogs.ts";
import { keepSecret } from "../stores/secrets.ts";
import { t } from "../strings.ts";
import { Dialog } from "./dialog.tsx";
import { ChoiceField, TextField } from "./field.tsx";
import { Form } from "./form.tsx";
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
            <TextField
              label={t("field.name")}
              value={name}
              onInput={setName}
              required
              autofocus
              maxLength={80}
              placeholder={t("bot.name.example")}
              error={errorOf("name")}
            />
            <TextField
              label={t("field.username")}
              value={username}
              onInput={setTyped}
              required
              hint={t("bot.username.hint", { username: username || "helper" })}
              error={errorOf("username")}
            />
            <TextField
              label={t("field.description")}
              value={description}
              onInput={setDescription}
              error={errorOf("description")}
            />
            <TextField
              label={t("field.avatar")}
              type="url"
              value={avatar}
              onInput={setAvatar}
              hint={t("field.avatar.hint")}
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
