import { useState } from "preact/hooks";
import type { Webhook } from "../../wire/records.ts";
import { post } from "../api.ts";
import { address, go } from "../route.ts";
import { createGroup, groups } from "../stores/chats.ts";
import { closeDialog } from "../stores/dialogs.ts";
import { keepSecret } from "../stores/secrets.ts";
import { t } from "../strings.ts";
import { Dialog } from "./dialog.tsx";
import { ChoiceField, TextField } from "./field.tsx";
import { Form } from "./form.tsx";
import { NameField } from "./identity_fields.tsx";

const NEW = "new";

export function WebhookDialog({ chatId }: { chatId: number | null }) {
  const [name, setName] = useState("");
  const first = chatId ?? groups.value[0]?.chat_id;
  const [chat, setChat] = useState(first ? String(first) : NEW);
  const [chatName, setChatName] = useState("");
  async function create() {
    const id = chat === NEW ? (await createGroup(chatName.trim())).chat_id : Number(chat);
    // Should the webhook be refused, the chat is there and is not made twice.
    setChat(String(id));
    const { webhook, url } = await post<{ webhook: Webhook; url: string }>(
      `/chats/${id}/webhooks`,
      { name: name.trim() },
    );
    keepSecret(webhook.webhook_id, url);
    closeDialog();
    go(address.chatSettings(id, "webhooks", webhook.webhook_id));
  }
  const options = Object.fromEntries([
    ...groups.value.map((group) => [String(group.chat_id), group.name]),
    [NEW, t("webhook.new_chat")],
  ]);
  return (
    <Dialog title={t("webhook.create")} onClose={closeDialog}>
      <Form submit={t("create")} onSubmit={create} onCancel={closeDialog}>
        {(errorOf) => (
          <>
            <NameField
              value={name}
              onInput={setName}
              autofocus
              placeholder={t("webhook.name.example")}
              hint={t("webhook.name.hint")}
              error={errorOf("name")}
            />
            {chatId === null && (
              <ChoiceField
                label={t("webhook.chat")}
                value={chat}
                options={options}
                onChange={setChat}
              />
            )}
            {chat === NEW && (
              <TextField
                label={t("chat.name")}
                value={chatName}
                onInput={setChatName}
                required
                maxLength={80}
                placeholder={t("chat.name.example")}
              />
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
