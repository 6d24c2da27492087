import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { go } from "../route.ts";
import { closeDialog } from "../stores/dialogs.ts";
import { attempt } from "../stores/notices.ts";
import { t } from "../strings.ts";
import { Dialog } from "./dialog.tsx";

export interface Choice {
  id: string;
  face: ComponentChildren;
  /** The address that it leads to. */
  place: () => string | Promise<string>;
}

interface Props {
  title: string;
  label: string;
  choices: (query: string) => Choice[];
}

/** Type a little, choose one, be there. */
export function PickDialog({ title, label, choices }: Props) {
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const found = choices(query.trim());
  async function open(choice: Choice | undefined) {
    const place = choice && await attempt(async () => await choice.place());
    if (!place) return;
    closeDialog();
    go(place);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.isComposing) return;
    if (event.key === "Enter") open(found[chosen]);
    else if (event.key === "ArrowDown") setChosen(Math.min(chosen + 1, found.length - 1));
    else if (event.key === "ArrowUp") setChosen(Math.max(chosen - 1, 0));
    else return;
    event.preventDefault();
  }
  return (
    <Dialog title={title} onClose={closeDialog}>
      <input
        class="input"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${chosen}` : undefined}
        placeholder={label}
        value={query}
        autofocus
        autocomplete="off"
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} class="options" role="listbox" aria-label={label}>
        {found.map((choice, index) => (
          <li
            key={choice.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => open(choice)}
          >
            {choice.face}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="faint" role="status">{t("pick.none")}</p>}
    </Dialog>
  );
}
