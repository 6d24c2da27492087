import type { Delivery } from "../../wire/records.ts";
import { get } from "../api.ts";
import { formatMoment, t } from "../strings.ts";
import { useResource } from "./resource.ts";

/** The last hundred calls, without what they said. */
export function Deliveries({ path, chatId }: { path: string; chatId?: number }) {
  const { data } = useResource(
    path,
    () => get<{ deliveries: Delivery[] }>(`${path}/deliveries`),
    { everyMs: 5000 },
  );
  const rows = data?.deliveries ?? [];
  return (
    <section class="panel">
      <h2>{t("deliveries")}</h2>
      {data && rows.length === 0 && <p class="faint">{t("deliveries.none")}</p>}
      {rows.length > 0 && (
        <div class="table-scroll" tabIndex={0} role="group" aria-label={t("deliveries")}>
          <table class="rows">
            <thead>
              <tr>
                <th>{t("deliveries.time")}</th>
                <th>{t("deliveries.address")}</th>
                <th>{t("deliveries.status")}</th>
                <th>{t("deliveries.result")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={`${row.at} ${index}`}>
                  <td>{formatMoment(row.at)}</td>
                  <td>{row.address ?? "–"}</td>
                  <td>
                    <span class={row.status < 400 ? "pill pill-good" : "pill pill-bad"}>
                      {row.status}
                    </span>
                  </td>
                  <td>
                    {row.error
                      ? <code>{row.error}</code>
                      : row.message_id && chatId
                      ? (
                        <a href={`/chats/${chatId}/messages/${row.message_id}`}>
                          {t("deliveries.message")}
                        </a>
                      )
                      : "–"}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
