import { useState } from "preact/hooks";
import type { User } from "../../wire/records.ts";
import { patch } from "../api.ts";
import { Form } from "../parts/form.tsx";
import { AvatarField, NameField } from "../parts/identity_fields.tsx";
import { notify } from "../stores/notices.ts";
import { me } from "../stores/session.ts";
import { t } from "../strings.ts";

export function ProfilePanel() {
  const user = me.value!;
  const [name, setName] = useState(user.display_name);
  const [avatar, setAvatar] = useState(user.avatar_url ?? "");
  async function save() {
    const answer = await patch<{ user: User }>(`/users/${user.user_id}`, {
      display_name: name,
      avatar_url: avatar.trim() || null,
    });
    me.value = answer.user;
    notify(t("saved"));
  }
  return (
    <section class="panel">
      <h2>{t("me.profile")}</h2>
      <Form submit={t("save")} onSubmit={save}>
        {(errorOf) => (
          <div class="columns">
            <NameField
              label={t("field.your_name")}
              value={name}
              onInput={setName}
              autocomplete="name"
              error={errorOf("display_name")}
            />
            <AvatarField
              value={avatar}
              onInput={setAvatar}
              error={errorOf("avatar_url")}
            />
          </div>
        )}
      </Form>
    </section>
  );
}
