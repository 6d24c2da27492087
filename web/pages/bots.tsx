import type { Bot } from "../../wire/records.ts";
import { get } from "../api.ts";
import { Avatar } from "../parts/avatar.tsx";
import { BotConnection } from "../parts/bot_connection.tsx";
import { Button } from "../parts/button.tsx";
import { Empty, Loading } from "../parts/empty.tsx";
import { Main } from "../parts/page.tsx";
import { PageHead } from "../parts/page_head.tsx";
import { useResource } from "../parts/resource.ts";
import { address } from "../route.ts";
import { openDialog } from "../stores/dialogs.ts";
import { t } from "../strings.ts";

export function BotsPage() {
  const { data } = useResource("bots", () => get<{ bots: Bot[] }>("/bots"), {
    on: "IdentityEvent",
  });
  const create = () => openDialog({ kind: "bot" });
  return (
    <Main>
      <PageHead title={t("bots")} icon="bot" back="/" />
      <div class="page">
        <div class="page-intro">
          <p>{t("bots.text")}</p>
          <Button kind="primary" icon="plus" onClick={create}>{t("bot.create")}</Button>
        </div>
        {!data && <Loading label={t("loading")} />}
        {data?.bots.length === 0 && <Empty icon="bot" title={t("bots.none")} />}
        <ul class="items">
          {data?.bots.map((bot) => (
            <li key={bot.bot_id}>
              <Avatar name={bot.name} url={bot.avatar_url} square />
              <a class="item-main" href={address.bots(bot.bot_id)}>
                <strong>{bot.name}</strong>
                <span class="faint">
                  @{bot.username} · {t(`bot.trigger.${bot.trigger_mode}`)}
                </span>
              </a>
              <BotConnection bot={bot} />
            </li>
          ))}
        </ul>
      </div>
    </Main>
  );
}
