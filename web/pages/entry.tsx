// The pages before one is signed in: set-up, sign-in, invitation.
import type { ComponentChildren } from "preact";
import { Form, useFields } from "../parts/form.tsx";
import {
  NameField,
  NewPasswordField,
  PasswordField,
  UsernameField,
} from "../parts/identity_fields.tsx";
import { Main } from "../parts/page.tsx";
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
    <Main class="entry">
      <div class="entry-card">
        <Logo size={44} />
        <h1>{title}</h1>
        <p class="entry-text">{text}</p>
        {children}
      </div>
      <LanguageChoice />
    </Main>
  );
}

interface Person {
  name: string;
  username: string;
  password: string;
}

interface NewPersonProps {
  submit: string;
  onSubmit: (person: Person) => Promise<void>;
}

function NewPerson({ submit, onSubmit }: NewPersonProps) {
  const fields = useFields({ name: "", username: null as string | null, password: "" });
  const { name, password } = fields.values;
  const username = fields.values.username ?? usernameFrom(name);
  async function enter() {
    await onSubmit({ name, username, password });
    go("/", { replace: true });
  }
  return (
    <Form submit={submit} fields={fields} onSubmit={enter}>
      {(field) => (
        <>
          <NameField
            {...field("name")}
            label={t("field.your_name")}
            autofocus
            autocomplete="name"
          />
          <UsernameField
            {...field("username")}
            value={username}
            autocomplete="username"
            hint={t("field.username.hint")}
          />
          <NewPasswordField {...field("password")} />
        </>
      )}
    </Form>
  );
}

/** The token comes behind the #, which browsers send to nobody. */
const setupToken = typeof document === "undefined"
  ? ""
  : new URLSearchParams(location.hash.slice(1)).get("token") ?? "";

export function SetupPage() {
  return (
    <Entry title={t("setup.title")} text={t(setupToken ? "setup.text" : "setup.no_token")}>
      {setupToken && (
        <NewPerson
          submit={t("setup.submit")}
          onSubmit={(person) => setUp({ setup_token: setupToken, ...person })}
        />
      )}
    </Entry>
  );
}

export function InvitePage({ code }: { code: string }) {
  return (
    <Entry title={t("invite.title")} text={t("invite.text")}>
      <NewPerson
        submit={t("invite.submit")}
        onSubmit={(person) => acceptInvite(code, person)}
      />
    </Entry>
  );
}

export function SignInPage() {
  const fields = useFields({ username: "", password: "" });
  const { username, password } = fields.values;
  return (
    <Entry title={t("signin.title")} text={t("signin.text")}>
      <Form
        submit={t("signin.submit")}
        fields={fields}
        onSubmit={() => signIn(username, password)}
      >
        {(field) => (
          <>
            <UsernameField {...field("username")} autofocus autocomplete="username" />
            <PasswordField {...field("password")} />
          </>
        )}
      </Form>
    </Entry>
  );
}
