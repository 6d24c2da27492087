import type { Chat } from "../../wire/records.ts";
import { patch, remove } from "../api.ts";
import { confirm } from "../parts/confirm.tsx";
import { Danger, DangerStep } from "../parts/danger.tsx";
import { Form, useFields } from "../parts/form.tsx";
import { NameField } from "../parts/identity_fields.tsx";
import { go } from "../route.ts";
import { loadChats, putChat } from "../stores/chats.ts";
import { attempt, notify } from "../stores/notices.ts";
import { t } from "../strings.ts";

export function ChatGeneral({ chat }: { chat: Chat }) {
  const fields = useFields({ name: chat.name });
  const path = `/chats/${chat.chat_id}`;
  async function rename() {
    putChat((await patch<{ chat: Chat }>(path, { name: fields.values.name.trim() })).chat);
    fields.reset();
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
        <Form submit={t("save")} fields={fields} onSubmit={rename}>
          {(field) => <NameField {...field("name")} />}
        </Form>
      </section>
      <Danger>
        <DangerStep
          text={t("chat.delete.text")}
          action={t("chat.delete")}
          onClick={archive}
          final
        />
      </Danger>
    </>
  );
}
