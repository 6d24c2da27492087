// The pages before one is signed in: set-up, sign-in, invitation.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { TextField } from "../parts/field.tsx";
import { Form } from "../parts/form.tsx";
import { NameField, UsernameField } from "../parts/identity_fields.tsx";
import { Logo } from "../parts/icon.tsx";
import { LanguageChoice } from "../parts/language_choice.tsx";
import { useTitle } from "../parts/page_head.tsx";
import { usernameFrom } from "../parts/username.ts";
import { go } from "../route.ts";
import { acceptInvite, setUp, signIn } from "../stores/session.ts";
import { t } from "../strings.ts";

function Entry(
  { title, text, children }: { title: string; text: string; children: ComponentChildren },
) {
  useTitle(title);
  return (
    <main id="main" tabIndex={-1} class="entry">
      <div class="entry-card">
        <Logo size={44} />
        <h1>{title}</h1>
        <p class="entry-text">{text}</p>
        {children}
      </div>
      <LanguageChoice />
    </main>
  );
}

function useNewPerson() {
  const [name, setName] = useState("");
  const [typed, setTyped] = useState<string | null>(null);
  const [password, setPassword] = useState("");
  const username = typed ?? usernameFrom(name);
  const fields = (errorOf: (field: string) => string | null) => (
    <>
      <NameField
        label={t("field.your_name")}
        value={name}
        onInput={setName}
        autofocus
        autocomplete="name"
        error={errorOf("name")}
      />
      <UsernameField
        value={username}
        onInput={setTyped}
        autocomplete="username"
        hint={t("field.username.hint")}
        error={errorOf("username")}
      />
      <TextField
        label={t("field.password")}
        type="password"
        value={password}
        onInput={setPassword}
        required
        minLength={10}
        autocomplete="new-password"
        hint={t("field.password.hint")}
        error={errorOf("password")}
      />
    </>
  );
  return { fields, person: { name, username, password } };
}

/** The token comes behind the #, which browsers send to nobody. */
const setupToken = typeof document === "undefined"
  ? ""
  : new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

export function SetupPage() {
  const { fields, person } = useNewPerson();
  async function submit() {
    await setUp({ setup_token: setupToken, ...person });
    go("/", { replace: true });
  }
  return (
    <Entry title={t("setup.title")} text={t(setupToken ? "setup.text" : "setup.no_token")}>
      {setupToken && <Form submit={t("setup.submit")} onSubmit={submit}>{fields}</Form>}
    </Entry>
  );
}

export function InvitePage({ code }: { code: string }) {
  const { fields, person } = useNewPerson();
  async function submit() {
    await acceptInvite(code, person);
    go("/", { replace: true });
  }
  return (
    <Entry title={t("invite.title")} text={t("invite.text")}>
      <Form submit={t("invite.submit")} onSubmit={submit}>{fields}</Form>
    </Entry>
  );
}

export function SignInPage() {
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  return (
    <Entry title={t("signin.title")} text={t("signin.text")}>
      <Form submit={t("signin.submit")} onSubmit={() => signIn(username, password)}>
        {() => (
          <>
            <TextField
              label={t("field.username")}
              value={username}
              onInput={setUsername}
              required
              autofocus
              autocomplete="username"
            />
            <TextField
              label={t("field.password")}
              type="password"
              value={password}
              onInput={setPassword}
              required
              autocomplete="current-password"
            />
          </>
        )}
      </Form>
    </Entry>
  );
}
