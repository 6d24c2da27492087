import { useState } from "preact/hooks";
import type { Chat } from "../../wire/records.ts";
import { patch, remove } from "../api.ts";
import { Button } from "../parts/button.tsx";
import { confirm } from "../parts/confirm.tsx";
import { Form } from "../parts/form.tsx";
import { NameField } from "../parts/identity_fields.tsx";
import { go } from "../route.ts";
import { loadChats, putChat } from "../stores/chats.ts";
import { attempt, notify } from "../stores/notices.ts";
import { t } from "../strings.ts";

export function ChatGeneral({ chat }: { chat: Chat }) {
  const [name, setName] = useState(chat.name);
  const path = `/chats/${chat.chat_id}`;
  async function rename() {
    putChat((await patch<{ chat: Chat }>(path, { name: name.trim() })).chat);
    notify(t("saved"));
  }
  async function archive() {
    if (!await confirm(t("chat.delete"), t("chat.delete.text"), t("chat.delete"))) return;
    if (!await attempt(() => remove(path))) return;
    await attempt(loadChats);
    go("/");
  }
  return (
    <>
      <section class="panel">
        <h2>{t("chat.name")}</h2>
        <Form submit={t("save")} onSubmit={rename}>
          {(errorOf) => (
            <NameField
              value={name}
              onInput={setName}
              error={errorOf("name")}
            />
          )}
        </Form>
      </section>
      <section class="panel">
        <h2>{t("danger")}</h2>
        <div class="danger-row">
          <p>{t("chat.delete.text")}</p>
          <Button kind="danger" onClick={archive}>{t("chat.delete")}</Button>
        </div>
      </section>
    </>
  );
}
