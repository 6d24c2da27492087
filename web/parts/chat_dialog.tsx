import { useState } from "preact/hooks";
import { address, go } from "../route.ts";
import { createGroup } from "../stores/chats.ts";
import { closeDialog } from "../stores/dialogs.ts";
import { t } from "../strings.ts";
import { Dialog } from "./dialog.tsx";
import { TextField } from "./field.tsx";
import { Form } from "./form.tsx";

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
          <TextField
            label={t("field.name")}
            value={name}
            onInput={setName}
            required
            autofocus
            maxLength={80}
            placeholder={t("chat.name.example")}
            hint={t("chat.name.hint")}
            error={errorOf("name")}
          />
        )}
      </Form>
    </Dialog>
  );
}
