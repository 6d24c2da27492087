import { Avatar } from "../parts/avatar.tsx";
import { Button } from "../parts/button.tsx";
import { ChoiceField } from "../parts/field.tsx";
import { Main } from "../parts/page.tsx";
import { PageHead } from "../parts/page_head.tsx";
import { attempt } from "../stores/notices.ts";
import { chooseTheme, theme } from "../stores/prefs.ts";
import { me, signOut } from "../stores/session.ts";
import { chooseLanguage, language, LANGUAGES, t } from "../strings.ts";
import { NoticesPanel } from "./notices_panel.tsx";
import { PasswordPanel } from "./password_panel.tsx";
import { ProfilePanel } from "./profile_panel.tsx";
import { TokenPanel } from "./token_panel.tsx";

export function MePage() {
  const user = me.value!;
  return (
    <Main>
      <PageHead title={t("me")} icon="person" back="/">
        <Button small icon="leave" onClick={() => attempt(signOut)}>{t("me.sign_out")}</Button>
      </PageHead>
      <div class="page">
        <div class="me-card">
          <Avatar name={user.display_name} url={user.avatar_url} size={56} />
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
              onInput={chooseTheme}
            />
            <ChoiceField
              label={t("language")}
              value={language.value}
              options={LANGUAGES}
              onInput={chooseLanguage}
            />
          </div>
        </section>
        <NoticesPanel />
        <ProfilePanel />
        <PasswordPanel />
        <TokenPanel />
      </div>
    </Main>
  );
}
