import { chooseLanguage, type Language, language, LANGUAGES, t } from "../strings.ts";

export function LanguageChoice() {
  return (
    <div class="language" role="group" aria-label={t("language")}>
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <button
          key={tag}
          type="button"
          lang={tag}
          aria-pressed={language.value === tag}
          onClick={() => chooseLanguage(tag as Language)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
