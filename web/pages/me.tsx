import { useState } from "preact/hooks";
import type { User } from "../../wire/records.ts";
import { get, patch, post, remove } from "../api.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Button } from "../parts/button.tsx";
import { ChoiceField, TextField } from "../parts/field.tsx";
import { Form } from "../parts/form.tsx";
import { PageHead } from "../parts/page_head.tsx";
import { useResource } from "../parts/resource.ts";
import { Secret } from "../parts/secret.tsx";
import { chooseTheme, theme } from "../stores/prefs.ts";
import { attempt, notify } from "../stores/notices.ts";
import { me, signOut } from "../stores/session.ts";
import { chooseLanguage, formatMoment, language, LANGUAGES, t } from "../strings.ts";

function ProfilePanel() {
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

function PasswordPanel() {
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

interface AccessToken {
  token_id: string;
  name: string;
  created_at: string;
  expires_at: string | null;
}

function TokenPanel() {
  const [name, setName] = useState("");
  const [token, setToken] = useState<string | null>(null);
  const { data, reload } = useResource(
    "tokens",
    () => get<{ access_tokens: AccessToken[] }>("/me/tokens"),
  );
  async function create() {
    const answer = await post<{ token: string }>("/me/tokens", { name });
    setToken(answer.token);
    setName("");
    await reload();
  }
  async function revoke(id: string) {
    await attempt(() => remove(`/me/tokens/${id}`));
    await reload();
  }
  return (
    <section class="panel">
      <h2>{t("token.title")}</h2>
      <p class="faint">{t("token.text")}</p>
      {token && <Secret label={t("token.title")} secret={token} onDone={() => setToken(null)} />}
      {data?.access_tokens.map(({ token_id, name, created_at, expires_at }) => (
        <div key={token_id} class="danger-row">
          <p>
            <strong>{name}</strong> · {expires_at
              ? t("token.expires", { time: formatMoment(expires_at) })
              : t("token.since", { time: formatMoment(created_at) })}
          </p>
          <Button
            small
            onClick={() =>
              revoke(token_id)}
          >
            {t("revoke")}
          </Button>
        </div>
      ))}
      <Form submit={t("token.create")} onSubmit={create}>
        {(errorOf) => (
          <TextField
            label={t("token.name")}
            value={name}
            onInput={setName}
            required
            maxLength={80}
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
    <main id="main" tabIndex={-1} class="main">
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
        <ProfilePanel />
        <PasswordPanel />
        <TokenPanel />
      </div>
    </main>
  );
}
