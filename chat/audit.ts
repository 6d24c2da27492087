// Who changed what, and when: the notes of the log's changes, newest first.
import type { AuditNote } from "../store/entries.ts";
import type { Context } from "./context.ts";

export interface AuditView extends AuditNote {
  id: number;
  at: number;
}

export async function auditPage(
  { store }: Context,
  { before = Number.MAX_SAFE_INTEGER, limit }: { before?: number; limit: number },
): Promise<{ views: AuditView[]; hasMore: boolean }> {
  const items = await store.audit.before("all", before, limit + 1);
  const page = items.slice(-limit).reverse();
  const entries = await store.messages.entries(page.map(({ value }) => value));
  const views = entries.flatMap((entry) =>
    entry?.kind === "change" && entry.audit !== undefined
      ? [{ ...entry.audit, id: entry.id, at: entry.at }]
      : []
  );
  return { views, hasMore: items.length > limit };
}
