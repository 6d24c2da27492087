import { useState } from "preact/hooks";
import type { User } from "../../wire/records.ts";
import { patch } from "../api.ts";
import { TextField } from "../parts/field.tsx";
import { Form } from "../parts/form.tsx";
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
            <TextField
              label={t("field.your_name")}
              value={name}
              onInput={setName}
              required
              maxLength={80}
              autocomplete="name"
              error={errorOf("display_name")}
            />
            <TextField
              label={t("field.avatar")}
              type="url"
              value={avatar}
              onInput={setAvatar}
              hint={t("field.avatar.hint")}
              error={errorOf("avatar_url")}
            />
          </div>
        )}
      </Form>
    </section>
  );
}
