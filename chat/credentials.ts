// Secrets of one owner as the directory keeps them: minted, ended at once, or left to live on for a grace.
import type { CredentialKind, CredentialRecord, Put } from "../store/records.ts";
import type { Context } from "./context.ts";
import { hashToken } from "./tokens.ts";

export interface NewCredential {
  kind: CredentialKind;
  ownerId: string;
  token: string;
  label?: string;
  expiresAt?: number | null;
}

export function credentialPut(
  { newId }: Context,
  at: number,
  { kind, ownerId, token, label = "", expiresAt = null }: NewCredential,
): Put {
  const id = newId();
  const hash = hashToken(token);
  const record = { hash, id, kind, ownerId, label, createdAt: at, expiresAt };
  return { table: "credential", record };
}

/** Ends credentials now, or after a grace in milliseconds; none lives longer for it. */
export function endCredentials(
  credentials: readonly CredentialRecord[],
  at: number,
  graceMs = 0,
): Put[] {
  return credentials.flatMap((record): Put[] => {
    const { expiresAt } = record;
    const isOver = expiresAt !== null && expiresAt <= at;
    if (graceMs === 0 || isOver) return [{ table: "credential", record, removed: true }];
    const end = Math.min(expiresAt ?? Infinity, at + graceMs);
    return end === expiresAt
      ? []
      : [{ table: "credential", record: { ...record, expiresAt: end } }];
  });
}

// All that one change ends stands in one row of the log, with the names of the tokens.
const ENDED_AT_ONCE = 50;

/** What has run out, and the oldest past a number that is kept; not more than one change can end. */
export function surplus(
  credentials: readonly CredentialRecord[],
  at: number,
  kept: number,
): CredentialRecord[] {
  const live = credentials.filter(({ expiresAt }) => expiresAt === null || expiresAt > at);
  const oldest = live.sort((a, b) => a.createdAt - b.createdAt).slice(0, -kept);
  const over = credentials.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= at);
  return [...over, ...(live.length > kept ? oldest : [])].slice(0, ENDED_AT_ONCE);
}
