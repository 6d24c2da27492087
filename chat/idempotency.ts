// Idempotency keys and claims: the same request again gets the first result, another request under the same key a refusal.
import { createHash } from "node:crypto";
import type { IdempotencyMark } from "../store/entries.ts";
import type { IdempotencyRecord } from "../store/idempotency.ts";
import type { Store } from "../store/store.ts";
import { invalidField, Refusal } from "./errors.ts";

export const KEPT_MS = 24 * 3_600_000;

export interface Repeatable {
  mark: IdempotencyMark;
  /** What was known of the key when the request came. */
  found: IdempotencyRecord | null;
}

/** Looks an `Idempotency-Key` up before its write is queued; most posts have none, and wait for nothing. */
export function lookUpKey(
  store: Store,
  owner: string,
  key: string | null,
  request: string,
): Promise<Repeatable> | null {
  if (key === null) return null;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    const wrong = key === "" || key.length > 255
      ? `${key.length} characters`
      : "a character that is not printable ASCII";
    throw invalidField(
      "Idempotency-Key",
      `The Idempotency-Key has ${wrong}; use 1 to 255 printable ASCII characters`,
    );
  }
  return lookUp(store, `key\0${owner}\0${key}`, digest(request), KEPT_MS);
}

/** Looks up the claim that a bot's reply makes on an event. */
export async function lookUpClaim(
  store: Store,
  botId: string,
  eventId: string,
  retentionMs: number,
): Promise<Repeatable> {
  return await lookUp(store, `claim\0${botId}\0${eventId}`, "", Math.max(KEPT_MS, retentionMs));
}

async function lookUp(
  store: Store,
  name: string,
  body: string,
  keptMs: number,
): Promise<Repeatable> {
  const key = digest(name);
  const found = await store.idempotency.find(key);
  return { mark: { key, body, expiresAt: store.now() + keptMs }, found };
}

/** In the plan of the write: the message of the first request, or null where this is the first. */
export function firstResult(store: Store, repeatable: Repeatable | null): number | null {
  if (repeatable === null) return null;
  const first = store.idempotency.recent(repeatable.mark.key) ?? repeatable.found;
  if (first === null) return null;
  if (first.body !== repeatable.mark.body) throw new Refusal("idempotency_conflict");
  return first.messageId;
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 27);
}
