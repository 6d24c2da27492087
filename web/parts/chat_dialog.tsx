import { address } from "../route.ts";
import { createGroup } from "../stores/chats.ts";
import { t } from "../strings.ts";
import { CreateDialog } from "./create_dialog.tsx";
import { useFields } from "./form.tsx";
import { NameField } from "./identity_fields.tsx";

export function ChatDialog() {
  const fields = useFields({ name: "" });
  const create = async () => address.chat((await createGroup(fields.values.name.trim())).chat_id);
  return (
    <CreateDialog title={t("chat.create")} fields={fields} onSubmit={create}>
      {(field) => (
        <NameField
          {...field("name")}
          autofocus
          placeholder={t("chat.name.example")}
          hint={t("chat.name.hint")}
        />
      )}
    </CreateDialog>
  );
}
