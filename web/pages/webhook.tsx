import { useState } from "preact/hooks";
import type { Chat, Webhook } from "../../wire/records.ts";
import { get, patch, post, remove } from "../api.ts";
import { confirm } from "../parts/confirm.tsx";
import { Danger, DangerStep } from "../parts/danger.tsx";
import { Deliveries } from "../parts/deliveries.tsx";
import { Switch } from "../parts/field.tsx";
import { LoadingPage, Main, MissingPage } from "../parts/page.tsx";
import { PageHead } from "../parts/page_head.tsx";
import { useResource } from "../parts/resource.ts";
import { Secret } from "../parts/secret.tsx";
import { WebhookTest } from "../parts/webhook_test.tsx";
import { address, go } from "../route.ts";
import { attempt, notify } from "../stores/notices.ts";
import { forgetSecret, keepSecret, secrets } from "../stores/secrets.ts";
import { t } from "../strings.ts";
import { WebhookForm } from "./webhook_form.tsx";

function curlFor(url: string): string {
  return `curl -X POST '${url}' \\\n  -H 'Content-Type: application/json' \\\n` +
    `  -d '{"content": "Hello from curl"}'`;
}

export function WebhookPage({ chat, webhookId }: { chat: Chat; webhookId: string }) {
  const path = `/webhooks/${webhookId}`;
  const { data, missing, set } = useResource(path, () => get<{ webhook: Webhook }>(path));
  const [tests, setTests] = useState(0);
  const list = address.chatSettings(chat.chat_id, "webhooks");
  if (missing) return <MissingPage icon="webhook" title={t("webhook.missing")} />;
  if (!data) return <LoadingPage />;
  const { webhook } = data;
  const url = secrets.value.get(webhookId);

  async function change(fields: Partial<Webhook>) {
    set(await patch<{ webhook: Webhook }>(path, fields));
  }
  async function enable(enabled: boolean) {
    const done = await attempt(() => change({ enabled }).then(() => true));
    if (done) notify(t(enabled ? "webhook.is_enabled" : "webhook.is_disabled"));
  }
  async function rotate() {
    if (!await confirm(t("webhook.rotate"), t("webhook.rotate.text"), t("webhook.rotate"))) return;
    const answer = await attempt(() => post<{ url: string }>(`${path}/rotate`));
    if (answer) keepSecret(webhookId, answer.url);
  }
  async function revoke() {
    if (!await confirm(t("webhook.revoke"), t("webhook.revoke.text"), t("webhook.revoke"))) return;
    if (await attempt(() => remove(path))) go(list);
  }

  return (
    <Main>
      <PageHead title={webhook.name} icon="webhook" back={list}>
        <Switch
          label={t(webhook.enabled ? "enabled" : "disabled")}
          checked={webhook.enabled}
          onChange={enable}
        />
      </PageHead>
      <div class="page">
        <div class="crumbs">
          <a href={address.chat(chat.chat_id)}># {chat.name}</a> /{" "}
          <a href={list}>{t("webhooks")}</a>
        </div>
        {url && (
          <Secret
            label={t("webhook.url")}
            secret={url}
            example={curlFor(url)}
            onDone={() => forgetSecret(webhookId)}
          />
        )}
        <WebhookTest webhookId={webhookId} chat={chat} onTested={() => setTests(tests + 1)} />
        <section class="panel">
          <h2>{t("settings")}</h2>
          <WebhookForm webhook={webhook} onSave={change} />
        </section>
        <Deliveries key={tests} path={path} chatId={chat.chat_id} />
        <Danger>
          <DangerStep
            text={t("webhook.rotate.text")}
            action={t("webhook.rotate")}
            onClick={rotate}
          />
          <DangerStep
            text={t("webhook.revoke.text")}
            action={t("webhook.revoke")}
            onClick={revoke}
            final
          />
        </Danger>
      </div>
    </Main>
  );
}
