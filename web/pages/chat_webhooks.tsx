import type { Chat, Webhook } from "../../wire/records.ts";
import { get, patch } from "../api.ts";
import { Button } from "../parts/button.tsx";
import { Empty } from "../parts/empty.tsx";
import { Switch } from "../parts/field.tsx";
import { Icon } from "../parts/icon.tsx";
import { useResource } from "../parts/resource.ts";
import { address } from "../route.ts";
import { openDialog } from "../stores/dialogs.ts";
import { attempt } from "../stores/notices.ts";
import { t } from "../strings.ts";

export function ChatWebhooks({ chat }: { chat: Chat }) {
  const { data, reload } = useResource(
    `webhooks ${chat.chat_id}`,
    () => get<{ webhooks: Webhook[] }>(`/chats/${chat.chat_id}/webhooks`),
  );
  const create = () => openDialog({ kind: "webhook", chatId: chat.chat_id });
  async function enable(webhook: Webhook, enabled: boolean) {
    await attempt(() => patch(`/webhooks/${webhook.webhook_id}`, { enabled }));
    await reload();
  }
  const webhooks = data?.webhooks ?? [];
  return (
    <>
      <div class="page-intro">
        <p>{t("webhooks.text")}</p>
        <Button kind="primary" icon="plus" onClick={create}>{t("webhook.create")}</Button>
      </div>
      {data && webhooks.length === 0 && (
        <Empty icon="webhook" title={t("webhooks.none")}>
          <p>{t("webhooks.none.text")}</p>
        </Empty>
      )}
      <ul class="items">
        {webhooks.map((webhook) => (
          <li key={webhook.webhook_id}>
            <span class="item-icon">
              <Icon name="webhook" />
            </span>
            <a
              class="item-main"
              href={address.chatSettings(chat.chat_id, "webhooks", webhook.webhook_id)}
            >
              <strong>{webhook.name}</strong>
              <span class="faint">
                {webhook.description || t("webhook.limits.short", {
                  minute: webhook.rate_per_minute || "∞",
                  hour: webhook.rate_per_hour || "∞",
                })}
              </span>
            </a>
            <Switch
              label={t(webhook.enabled ? "enabled" : "disabled")}
              checked={webhook.enabled}
              onChange={(enabled) => enable(webhook, enabled)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
