import { useState } from "preact/hooks";
import { patch } from "../api.ts";
import { TextField } from "../parts/field.tsx";
import { Form } from "../parts/form.tsx";
import { notify } from "../stores/notices.ts";
import { me } from "../stores/session.ts";
import { t } from "../strings.ts";

export function PasswordPanel() {
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  async function save() {
    await patch(`/users/${me.value!.user_id}`, { password: next, current_password: current });
    setCurrent("");
    setNext("");
    notify(t("saved"));
  }
  return (
    <section class="panel">
      <h2>{t("me.password")}</h2>
      <Form submit={t("me.password.change")} onSubmit={save}>
        {(errorOf) => (
          <div class="columns">
            <TextField
              label={t("me.current_password")}
              type="password"
              value={current}
              onInput={setCurrent}
              required
              autocomplete="current-password"
              error={errorOf("current_password")}
            />
            <TextField
              label={t("me.new_password")}
              type="password"
              value={next}
              onInput={setNext}
              required
              minLength={10}
              autocomplete="new-password"
              hint={t("field.password.hint")}
              error={errorOf("password")}
            />
          </div>
        )}
      </Form>
    </section>
  );
}
