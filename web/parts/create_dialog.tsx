import type { ComponentChildren } from "preact";
import { go } from "../route.ts";
import { closeDialog } from "../stores/dialogs.ts";
import { t } from "../strings.ts";
import { Dialog } from "./dialog.tsx";
import { type Fields, type FieldsOf, Form } from "./form.tsx";

interface Props<T extends Fields> {
  title: string;
  fields: FieldsOf<T>;
  /** Makes what was asked for, and gives the address of its page. */
  onSubmit: () => Promise<string>;
  children: Parameters<typeof Form<T>>[0]["children"];
}

/** A dialog that makes something, and leads to it. */
export function CreateDialog<T extends Fields>(
  { title, onSubmit, ...form }: Props<T>,
): ComponentChildren {
  async function create() {
    const place = await onSubmit();
    closeDialog();
    go(place);
  }
  return (
    <Dialog title={title} onClose={closeDialog}>
      <Form submit={t("create")} onSubmit={create} onCancel={closeDialog} {...form} />
    </Dialog>
  );
}
