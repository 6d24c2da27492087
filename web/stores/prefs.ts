// How the app looks, for this browser.
import { effect, signal } from "@preact/signals";
import { language } from "../strings.ts";

export type Theme = "system" | "light" | "dark";
const KEPT = "parley.theme";

function keptTheme(): Theme {
  const kept = localStorage.getItem(KEPT);
  return kept === "light" || kept === "dark" ? kept : "system";
}

export const theme = signal<Theme>(keptTheme());

export function chooseTheme(next: Theme): void {
  localStorage.setItem(KEPT, next);
  theme.value = next;
}

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
effect(() => {
  document.documentElement.lang = language.value;
});
