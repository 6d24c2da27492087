// Secrets that were just made: shown once, kept only until the page is left, never stored.
import { signal } from "@preact/signals";

export const secrets = signal<ReadonlyMap<string, string>>(new Map());

export function keepSecret(id: string, secret: string): void {
  secrets.value = new Map(secrets.value).set(id, secret);
}

export function forgetSecret(id: string): void {
  const next = new Map(secrets.value);
  next.delete(id);
  secrets.value = next;
}
