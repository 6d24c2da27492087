import { patch } from "../api.ts";
import { Form, useFields } from "../parts/form.tsx";
import { NewPasswordField, PasswordField } from "../parts/identity_fields.tsx";
import { notify } from "../stores/notices.ts";
import { me } from "../stores/session.ts";
import { t } from "../strings.ts";

export function PasswordPanel() {
  const fields = useFields({ current_password: "", password: "" });
  async function save() {
    await patch(`/users/${me.value!.user_id}`, fields.values);
    fields.reset();
    notify(t("saved"));
  }
  return (
    <section class="panel">
      <h2>{t("me.password")}</h2>
      <Form submit={t("me.password.change")} fields={fields} onSubmit={save}>
        {(field) => (
          <div class="columns">
            <PasswordField label={t("me.current_password")} {...field("current_password")} />
            <NewPasswordField label={t("me.new_password")} {...field("password")} />
          </div>
        )}
      </Form>
    </section>
  );
}
