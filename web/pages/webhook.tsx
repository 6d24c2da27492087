import { useState } from "preact/hooks";
import type { Chat, Webhook } from "../../wire/records.ts";
import { get, patch, post, remove } from "../api.ts";
import { Button } from "../parts/button.tsx";
import { confirm } from "../parts/confirm.tsx";
import { Deliveries } from "../parts/deliveries.tsx";
import { Empty, Loading } from "../parts/empty.tsx";
import { Switch } from "../parts/field.tsx";
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
  if (missing) {
    return (
      <main id="main" tabIndex={-1} class="main">
        <Empty icon="webhook" title={t("webhook.missing")} whole />
      </main>
    );
  }
  if (!data) {
    return (
      <main id="main" tabIndex={-1} class="main">
        <Loading label={t("loading")} />
      </main>
    );
  }
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
    <main id="main" tabIndex={-1} class="main">
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
          <WebhookForm key={webhook.updated_at} webhook={webhook} onSave={change} />
        </section>
        <Deliveries key={tests} path={path} chatId={chat.chat_id} />
        <section class="panel">
          <h2>{t("danger")}</h2>
          <div class="danger-row">
            <p>{t("webhook.rotate.text")}</p>
            <Button onClick={rotate}>{t("webhook.rotate")}</Button>
          </div>
          <div class="danger-row">
            <p>{t("webhook.revoke.text")}</p>
            <Button kind="danger" onClick={revoke}>{t("webhook.revoke")}</Button>
          </div>
        </section>
      </div>
    </main>
  );
}
