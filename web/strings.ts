// Every sentence of the app, by name, in the chosen language.
import { computed, signal } from "@preact/signals";
import { de } from "./strings/de.ts";
import { en } from "./strings/en.ts";

export type Key = keyof typeof en;
export type Language = "en" | "de";

export const TABLES: Record<Language, Record<Key, string>> = { en, de };
export const LANGUAGES: Record<Language, string> = { en: "English", de: "Deutsch" };

const KEPT = "parley.language";

function firstLanguage(): Language {
  if (typeof document === "undefined") return "en";
  const kept = localStorage.getItem(KEPT);
  const wished = [kept, ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return wished.find((tag): tag is Language => tag === "en" || tag === "de") ?? "en";
}

export const language = signal<Language>(firstLanguage());

export function chooseLanguage(next: Language): void {
  localStorage.setItem(KEPT, next);
  language.value = next;
}

const plurals = computed(() => new Intl.PluralRules(language.value));

/** The sentence, with `{name}` filled in. Of "one reply | {n} replies" the count `n` chooses. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  let text = TABLES[language.value][key];
  if (text.includes(" | ") && typeof values.n === "number") {
    const [one, other] = text.split(" | ");
    text = plurals.value.select(values.n) === "one" ? one! : other!;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** The reader's own way of writing dates and times, where it belongs to the chosen language. */
const locale = computed(() =>
  navigator.languages.find((tag) => tag.startsWith(language.value)) ?? language.value
);
const dateOf = computed(() => new Intl.DateTimeFormat(locale.value, { dateStyle: "full" }));
const timeOf = computed(() => new Intl.DateTimeFormat(locale.value, { timeStyle: "short" }));
const momentOf = computed(() =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: "medium", timeStyle: "medium" })
);

export const formatTime = (time: string) => timeOf.value.format(new Date(time));
export const formatMoment = (time: string) => momentOf.value.format(new Date(time));

export function formatDay(time: string, now = new Date()): string {
  const day = new Date(time);
  const distance = Math.round(
    (new Date(now).setHours(0, 0, 0, 0) - new Date(day).setHours(0, 0, 0, 0)) / 86_400_000,
  );
  if (distance === 0) return t("day.today");
  if (distance === 1) return t("day.yesterday");
  return dateOf.value.format(day);
}
