import { useState } from "preact/hooks";
import { post } from "../api.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Button } from "../parts/button.tsx";
import { ChoiceField, TextField } from "../parts/field.tsx";
import { Form } from "../parts/form.tsx";
import { PageHead } from "../parts/page_head.tsx";
import { Secret } from "../parts/secret.tsx";
import { chooseTheme, theme } from "../stores/prefs.ts";
import { attempt } from "../stores/notices.ts";
import { me, signOut } from "../stores/session.ts";
import { chooseLanguage, language, LANGUAGES, t } from "../strings.ts";

function TokenPanel() {
  const [name, setName] = useState("");
  const [token, setToken] = useState<string | null>(null);
  async function create() {
    const answer = await post<{ token: string | { token: string } }>("/me/tokens", { name });
    setToken(typeof answer.token === "string" ? answer.token : answer.token.token);
    setName("");
  }
  return (
    <section class="panel">
      <h2>{t("token.title")}</h2>
      <p class="faint">{t("token.text")}</p>
      {token && <Secret label={t("token.title")} secret={token} onDone={() => setToken(null)} />}
      <Form submit={t("token.create")} onSubmit={create}>
        {(errorOf) => (
          <TextField
            label={t("token.name")}
            value={name}
            onInput={setName}
            required
            placeholder={t("token.name.example")}
            error={errorOf("name")}
          />
        )}
      </Form>
    </section>
  );
}

export function MePage() {
  const user = me.value!;
  return (
    <main class="main">
      <PageHead title={t("me")} icon="person" back="/">
        <Button small icon="leave" onClick={() => attempt(signOut)}>{t("me.sign_out")}</Button>
      </PageHead>
      <div class="page">
        <div class="me-card">
          <Avatar name={user.display_name} id={user.user_id} url={user.avatar_url} size={56} />
          <div>
            <strong>{user.display_name}</strong>
            <p class="faint">@{user.username} · {t(`role.${user.role}`)}</p>
          </div>
        </div>
        <section class="panel">
          <h2>{t("me.look")}</h2>
          <div class="columns">
            <ChoiceField
              label={t("theme")}
              value={theme.value}
              options={{
                system: t("theme.system"),
                light: t("theme.light"),
                dark: t("theme.dark"),
              }}
              onChange={chooseTheme}
            />
            <ChoiceField
              label={t("language")}
              value={language.value}
              options={LANGUAGES}
              onChange={chooseLanguage}
            />
          </div>
        </section>
        <TokenPanel />
      </div>
    </main>
  );
}
