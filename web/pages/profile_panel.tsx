import type { User } from "../../wire/records.ts";
import { patch } from "../api.ts";
import { Form, useFields } from "../parts/form.tsx";
import { AvatarField, NameField } from "../parts/identity_fields.tsx";
import { notify } from "../stores/notices.ts";
import { me } from "../stores/session.ts";
import { t } from "../strings.ts";

export function ProfilePanel() {
  const { user_id, display_name, avatar_url } = me.value!;
  const fields = useFields({ display_name, avatar_url: avatar_url ?? "" });
  async function save() {
    const { values } = fields;
    const changed = fields.touched({
      display_name: values.display_name.trim(),
      avatar_url: values.avatar_url.trim() || null,
    });
    me.value = (await patch<{ user: User }>(`/users/${user_id}`, changed)).user;
    fields.reset();
    notify(t("saved"));
  }
  return (
    <section class="panel">
      <h2>{t("me.profile")}</h2>
      <Form submit={t("save")} fields={fields} onSubmit={save}>
        {(field) => (
          <div class="columns">
            <NameField
              {...field("display_name")}
              label={t("field.your_name")}
              autocomplete="name"
            />
            <AvatarField {...field("avatar_url")} />
          </div>
        )}
      </Form>
    </section>
  );
}
