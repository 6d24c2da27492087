import type { Webhook } from "../../wire/records.ts";
import { AreaField, TextField } from "../parts/field.tsx";
import { Form, useFields } from "../parts/form.tsx";
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
  const fields = useFields({
    name: webhook.name,
    description: webhook.description,
    default_username: webhook.default_username ?? "",
    default_avatar_url: webhook.default_avatar_url ?? "",
    rate_per_minute: String(webhook.rate_per_minute),
    rate_per_hour: String(webhook.rate_per_hour),
    ip_allowlist: webhook.ip_allowlist.join("\n"),
  });
  const { values } = fields;
  async function save() {
    await onSave(fields.touched({
      name: values.name.trim(),
      description: values.description,
      default_username: values.default_username.trim() || null,
      default_avatar_url: values.default_avatar_url.trim() || null,
      rate_per_minute: Number(values.rate_per_minute),
      rate_per_hour: Number(values.rate_per_hour),
      ip_allowlist: linesOf(values.ip_allowlist),
    }));
    fields.reset();
    notify(t("saved"));
  }
  const limit = { type: "number", required: true, hint: t("webhook.limit.hint") } as const;
  return (
    <Form submit={t("save")} fields={fields} onSubmit={save}>
      {(field) => (
        <>
          <div class="columns">
            <NameField {...field("name")} />
            <DescriptionField {...field("description")} />
            <TextField
              label={t("webhook.default_username")}
              hint={t("webhook.default_username.hint")}
              {...field("default_username")}
            />
            <AvatarField label={t("webhook.default_avatar")} {...field("default_avatar_url")} />
            <TextField label={t("webhook.minute")} {...limit} {...field("rate_per_minute")} />
            <TextField label={t("webhook.hour")} {...limit} {...field("rate_per_hour")} />
          </div>
          <AreaField
            label={t("webhook.allowlist")}
            hint={t("webhook.allowlist.hint")}
            warning={rangeWarning(linesOf(values.ip_allowlist))}
            {...field("ip_allowlist")}
          />
        </>
      )}
    </Form>
  );
}
