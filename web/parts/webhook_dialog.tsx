import type { Webhook } from "../../wire/records.ts";
import { post } from "../api.ts";
import { address } from "../route.ts";
import { createGroup, groups } from "../stores/chats.ts";
import { keepSecret } from "../stores/secrets.ts";
import { t } from "../strings.ts";
import { CreateDialog } from "./create_dialog.tsx";
import { ChoiceField } from "./field.tsx";
import { useFields } from "./form.tsx";
import { NameField } from "./identity_fields.tsx";

const NEW = "new";

export function WebhookDialog({ chatId }: { chatId: number | null }) {
  const first = chatId ?? groups.value[0]?.chat_id;
  const fields = useFields({ name: "", chat: first ? String(first) : NEW, chat_name: "" });
  const { name, chat, chat_name } = fields.values;
  async function create() {
    const id = chat === NEW ? (await createGroup(chat_name.trim())).chat_id : Number(chat);
    // Should the webhook be refused, the chat is there and is not made twice.
    fields.set({ chat: String(id) });
    const { webhook, url } = await post<{ webhook: Webhook; url: string }>(
      `/chats/${id}/webhooks`,
      { name: name.trim() },
    );
    keepSecret(webhook.webhook_id, url);
    return address.chatSettings(id, "webhooks", webhook.webhook_id);
  }
  const options = Object.fromEntries([
    ...groups.value.map((group) => [String(group.chat_id), group.name]),
    [NEW, t("webhook.new_chat")],
  ]);
  return (
    <CreateDialog title={t("webhook.create")} fields={fields} onSubmit={create}>
      {(field) => (
        <>
          <NameField
            {...field("name")}
            autofocus
            placeholder={t("webhook.name.example")}
            hint={t("webhook.name.hint")}
          />
          {chatId === null && (
            <ChoiceField label={t("webhook.chat")} options={options} {...field("chat")} />
          )}
          {chat === NEW && (
            <NameField
              {...field("chat_name")}
              label={t("chat.name")}
              placeholder={t("chat.name.example")}
            />
          )}
        </>
      )}
    </CreateDialog>
  );
}
