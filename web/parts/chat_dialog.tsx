import { useState } from "preact/hooks";
import { address, go } from "../route.ts";
import { createGroup } from "../stores/chats.ts";
import { closeDialog } from "../stores/dialogs.ts";
import { t } from "../strings.ts";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";
import { NameField } from "./identity_fields.tsx";

export function ChatDialog() {
  const [name, setName] = useState("");
  async function create() {
    const chat = await createGroup(name.trim());
    closeDialog();
    go(address.chat(chat.chat_id));
  }
  return (
    <Dialog title={t("chat.create")} onClose={closeDialog}>
      <Form submit={t("create")} onSubmit={create} onCancel={closeDialog}>
        {(errorOf) => (
          <NameField
            value={name}
            onInput={setName}
            autofocus
            placeholder={t("chat.name.example")}
            hint={t("chat.name.hint")}
            error={errorOf("name")}
          />
        )}
      </Form>
    </Dialog>
  );
}
