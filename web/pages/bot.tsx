import type { Bot } from "../../wire/records.ts";
import { get, patch, post, remove } from "../api.ts";
import { BotConnection } from "../parts/bot_connection.tsx";
import { Button } from "../parts/button.tsx";
import { confirm } from "../parts/confirm.tsx";
import { Danger, DangerStep } from "../parts/danger.tsx";
import { Deliveries } from "../parts/deliveries.tsx";
import { LoadingPage, Main, MissingPage } from "../parts/page.tsx";
import { PageHead } from "../parts/page_head.tsx";
import { useResource } from "../parts/resource.ts";
import { Secret } from "../parts/secret.tsx";
import { address, go } from "../route.ts";
import { openDirect } from "../stores/chats.ts";
import { attempt, notify } from "../stores/notices.ts";
import { forgetSecret, keepSecret, secrets } from "../stores/secrets.ts";
import { t } from "../strings.ts";
import { BotChats } from "./bot_chats.tsx";
import { BotForm } from "./bot_form.tsx";

function curlFor(token: string, chatId: number): string {
  return `curl -X POST '${location.origin}/bots/v1/messages' \\\n` +
    `  -H 'Authorization: Bearer ${token}' \\\n` +
    `  -d '{"chat_id": ${chatId}, "content": "Hello from a bot"}'`;
}

function Facts({ bot }: { bot: Bot }) {
  const facts: [string, number | undefined][] = [
    [t("bot.latest"), bot.latest_seq],
    [t("bot.acked"), bot.acked_seq],
    [t("bot.backlog"), bot.backlog],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

export function BotPage({ botId }: { botId: string }) {
  const path = `/bots/${botId}`;
  const { data, missing, reload } = useResource(path, () => get<{ bot: Bot }>(path), {
    everyMs: 5000,
  });
  if (missing) return <MissingPage icon="bot" title={t("bot.missing")} />;
  if (!data) return <LoadingPage />;
  const { bot } = data;
  const token = secrets.value.get(botId);

  async function change(fields: Partial<Bot>) {
    await patch(path, fields);
    await reload();
  }
  async function regenerate() {
    const title = t("bot.regenerate");
    if (!await confirm(title, t("bot.regenerate.text"), title)) return;
    const answer = await attempt(() => post<{ token: string }>(`${path}/token`));
    if (answer) keepSecret(botId, answer.token);
  }
  async function activate() {
    const enabled = !bot.enabled;
    const title = t("bot.deactivate");
    if (!enabled && !await confirm(title, t("bot.deactivate.text"), title)) return;
    const done = await attempt(() => change({ enabled }).then(() => true));
    if (done) notify(t(enabled ? "bot.is_active" : "bot.is_deactivated"));
  }
  async function erase() {
    if (!await confirm(t("bot.delete"), t("bot.delete.text"), t("bot.delete"))) return;
    if (await attempt(() => remove(path))) go(address.bots());
  }
  async function talk() {
    const chat = await attempt(() => openDirect(bot.username));
    if (chat) go(address.chat(chat.chat_id));
  }

  return (
    <Main>
      <PageHead title={bot.name} icon="bot" back={address.bots()}>
        <BotConnection bot={bot} />
      </PageHead>
      <div class="page">
        <div class="crumbs">
          <a href={address.bots()}>{t("bots")}</a> / @{bot.username}
          <Button small icon="thread" onClick={talk}>{t("bot.talk")}</Button>
        </div>
        {token && (
          <Secret
            label={t("bot.token")}
            secret={token}
            example={curlFor(token, bot.chats?.[0]?.chat_id ?? 1)}
            onDone={() => forgetSecret(botId)}
          />
        )}
        <section class="panel">
          <h2>{t("bot.events")}</h2>
          <Facts bot={bot} />
        </section>
        <BotChats bot={bot} onChange={reload} />
        <section class="panel">
          <h2>{t("settings")}</h2>
          <BotForm bot={bot} onSave={change} />
        </section>
        <Deliveries path={path} />
        <Danger>
          <DangerStep
            text={t("bot.regenerate.text")}
            action={t("bot.regenerate")}
            onClick={regenerate}
          />
          <DangerStep
            text={t(bot.enabled ? "bot.deactivate.text" : "bot.activate.text")}
            action={t(bot.enabled ? "bot.deactivate" : "bot.activate")}
            onClick={activate}
          />
          <DangerStep text={t("bot.delete.text")} action={t("bot.delete")} onClick={erase} final />
        </Danger>
      </div>
    </Main>
  );
}
