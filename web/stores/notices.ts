// Short sentences at the edge of the page: what worked, and what did not.
import { signal } from "@preact/signals";
import { ApiError } from "../api.ts";
import { type Key, t, TABLES } from "../strings.ts";

export interface Notice {
  id: number;
  kind: "done" | "failed";
  text: string;
}

export const notices = signal<Notice[]>([]);
/** What a screen reader says next, politely. */
export const announcement = signal("");
let last = 0;

export function announce(text: string): void {
  announcement.value = text;
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

export function notify(text: string, kind: Notice["kind"] = "done"): void {
  const id = ++last;
  notices.value = [...notices.value.slice(-2), { id, kind, text }];
  setTimeout(() => dismiss(id), kind === "done" ? 4000 : 10_000);
}

/** A refusal as a sentence in the reader's language; what has none of ours keeps the server's. */
export function sentence(error: unknown): string {
  if (!(error instanceof ApiError)) {
    console.error(error);
    return t("error.unexpected");
  }
  // What was wrong with one field is best said of that field.
  const keys = [`error.${error.code}.${error.field?.split(".")[0]}`, `error.${error.code}`];
  const key = keys.find((each): each is Key => each in TABLES.en);
  return key ? t(key) : error.message;
}

/** Does the work, and tells when it fails. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    notify(sentence(error), "failed");
    return null;
  }
}
