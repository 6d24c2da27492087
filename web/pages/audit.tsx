import type { AuditEntry } from "../../wire/records.ts";
import { get } from "../api.ts";
import { Button } from "../parts/button.tsx";
import { Empty, Loading } from "../parts/empty.tsx";
import { Main } from "../parts/page.tsx";
import { PageHead } from "../parts/page_head.tsx";
import { useResource } from "../parts/resource.ts";
import { attempt } from "../stores/notices.ts";
import { formatMoment, t } from "../strings.ts";

type Answer = { audit: AuditEntry[]; has_more: boolean };

export function AuditPage() {
  const { data, missing, set } = useResource("audit", () => get<Answer>("/audit?limit=100"));
  const rows = data?.audit ?? [];
  async function more() {
    const last = rows.at(-1)!.audit_id;
    const answer = await attempt(() => get<Answer>(`/audit?limit=100&before=${last}`));
    if (answer) set({ ...answer, audit: [...rows, ...answer.audit] });
  }
  return (
    <Main>
      <PageHead title={t("audit")} icon="list" back="/" />
      <div class="page">
        <p class="page-text">{t("audit.text")}</p>
        {missing && <Empty icon="list" title={t("audit.forbidden")} />}
        {!data && !missing && <Loading label={t("loading")} />}
        {rows.length > 0 && (
          <div class="table-scroll" tabIndex={0} role="group" aria-label={t("audit")}>
            <table class="rows">
              <thead>
                <tr>
                  <th>{t("audit.time")}</th>
                  <th>{t("audit.who")}</th>
                  <th>{t("audit.action")}</th>
                  <th>{t("audit.object")}</th>
                  <th>{t("audit.changed")}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.audit_id}>
                    <td>{formatMoment(row.at)}</td>
                    <td>
                      {row.actor.kind === "system" ? t("audit.system") : `@${row.actor.username}`}
                    </td>
                    <td>
                      <code>{row.action}</code>
                    </td>
                    <td>{row.object.name || row.object.id}</td>
                    <td class="faint">{row.changed.join(", ") || "–"}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {data?.has_more && <Button onClick={more}>{t("more")}</Button>}
      </div>
    </Main>
  );
}
