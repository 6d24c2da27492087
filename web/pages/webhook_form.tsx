import { useState } from "preact/hooks";
import type { Webhook } from "../../wire/records.ts";
import { AreaField, TextField } from "../parts/field.tsx";
import { Form } from "../parts/form.tsx";
import { AvatarField, DescriptionField, NameField } from "../parts/identity_fields.tsx";
import { notify } from "../stores/notices.ts";
import { t } from "../strings.ts";

interface Props {
  webhook: Webhook;
  onSave: (fields: Partial<Webhook>) => Promise<void>;
}

export function linesOf(text: string): string[] {
  return text.split(/[\n,]/).map((line) => line.trim()).filter(Boolean);
}

/** Spec §2: ranges match no caller, which whoever types one does not expect. */
function rangeWarning(lines: string[]): string | null {
  const ranges = lines.filter((line) => line.includes("/"));
  return ranges.length > 0 ? t("webhook.cidr", { entry: ranges.join(", ") }) : null;
}

export function WebhookForm({ webhook, onSave }: Props) {
  const [name, setName] = useState(webhook.name);
  const [description, setDescription] = useState(webhook.description);
  const [username, setUsername] = useState(webhook.default_username ?? "");
  const [avatar, setAvatar] = useState(webhook.default_avatar_url ?? "");
  const [minute, setMinute] = useState(String(webhook.rate_per_minute));
  const [hour, setHour] = useState(String(webhook.rate_per_hour));
  const [allowed, setAllowed] = useState(webhook.ip_allowlist.join("\n"));
  async function save() {
    await onSave({
      name: name.trim(),
      description,
      default_username: username.trim() || null,
      default_avatar_url: avatar.trim() || null,
      rate_per_minute: Number(minute),
      rate_per_hour: Number(hour),
      ip_allowlist: linesOf(allowed),
    });
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
            <DescriptionField
              value={description}
              onInput={setDescription}
              error={errorOf("description")}
            />
            <TextField
              label={t("webhook.default_username")}
              value={username}
              onInput={setUsername}
              hint={t("webhook.default_username.hint")}
              error={errorOf("default_username")}
            />
            <AvatarField
              label={t("webhook.default_avatar")}
              value={avatar}
              onInput={setAvatar}
              error={errorOf("default_avatar_url")}
            />
            <TextField
              label={t("webhook.minute")}
              type="number"
              value={minute}
              onInput={setMinute}
              required
              hint={t("webhook.limit.hint")}
              error={errorOf("rate_per_minute")}
            />
            <TextField
              label={t("webhook.hour")}
              type="number"
              value={hour}
              onInput={setHour}
              required
              hint={t("webhook.limit.hint")}
              error={errorOf("rate_per_hour")}
            />
          </div>
          <AreaField
            label={t("webhook.allowlist")}
            value={allowed}
            onInput={setAllowed}
            hint={t("webhook.allowlist.hint")}
            warning={rangeWarning(linesOf(allowed))}
            error={errorOf("ip_allowlist")}
          />
        </>
      )}
    </Form>
  );
}
