import { useState } from "preact/hooks";
import type { Chat, Message as Record } from "../../wire/records.ts";
import { post } from "../api.ts";
import { sentence } from "../stores/notices.ts";
import { t } from "../strings.ts";
import { Button } from "./button.tsx";
import { Message } from "./message.tsx";

interface Props {
  webhookId: string;
  chat: Chat;
  onTested: () => void;
}

/** Sends a message through the webhook and shows it as the chat does. */
export function WebhookTest({ webhookId, chat, onTested }: Props) {
  const [sent, setSent] = useState<Record | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function test() {
    setBusy(true);
    setFault(null);
    try {
      const { message } = await post<{ message: Record }>(`/webhooks/${webhookId}/test`);
      setSent(message);
      onTested();
    } catch (error) {
      setFault(sentence(error));
    }
    setBusy(false);
  }
  return (
    <section class="panel">
      <h2>{t("webhook.test")}</h2>
      <div class="danger-row">
        <p>{t("webhook.test.text", { name: chat.name })}</p>
        <Button icon="send" busy={busy} onClick={test}>{t("webhook.test.send")}</Button>
      </div>
      <div aria-live="polite">
        {fault && <p class="form-error">{fault}</p>}
        {sent && (
          <div class="preview">
            <Message message={sent} inThread active />
          </div>
        )}
      </div>
    </section>
  );
}
