import type { Bot, TriggerMode } from "../../wire/records.ts";
import { post } from "../api.ts";
import { address } from "../route.ts";
import { keepSecret } from "../stores/secrets.ts";
import { t } from "../strings.ts";
import { CreateDialog } from "./create_dialog.tsx";
import { useFields } from "./form.tsx";
import {
  AvatarField,
  DescriptionField,
  NameField,
  TriggerField,
  UsernameField,
} from "./identity_fields.tsx";
import { usernameFrom } from "./username.ts";

export function BotDialog() {
  const fields = useFields({
    name: "",
    username: null as string | null,
    description: "",
    avatar_url: "",
    trigger_mode: "mentions" as TriggerMode,
  });
  const { name, description, avatar_url, trigger_mode } = fields.values;
  const username = fields.values.username ?? usernameFrom(name);
  async function create() {
    const { bot, token } = await post<{ bot: Bot; token: string }>("/bots", {
      name: name.trim(),
      username,
      description,
      trigger_mode,
      ...(avatar_url ? { avatar_url } : {}),
    });
    keepSecret(bot.bot_id, token);
    return address.bots(bot.bot_id);
  }
  return (
    <CreateDialog title={t("bot.create")} fields={fields} onSubmit={create}>
      {(field) => (
        <>
          <NameField {...field("name")} autofocus placeholder={t("bot.name.example")} />
          <UsernameField
            {...field("username")}
            value={username}
            hint={t("bot.username.hint", { username: username || "helper" })}
          />
          <DescriptionField {...field("description")} />
          <AvatarField {...field("avatar_url")} />
          <TriggerField {...field("trigger_mode")} />
        </>
      )}
    </CreateDialog>
  );
}
