import { useState } from "preact/hooks";
import { Button } from "./button.tsx";

interface Props {
  /** What is chosen, as the list's own name and its first line. */
  label: string;
  action: string;
  /** Names by id, in the order in which they are offered. */
  options: [id: string, name: string][];
  onAdd: (id: string) => void;
}

/** Chooses one of those who are not here yet, and adds it. Nothing, when all are here. */
export function AddRow({ label, action, options, onAdd }: Props) {
  const [chosen, setChosen] = useState("");
  if (options.length === 0) return null;
  function add() {
    onAdd(chosen);
    setChosen("");
  }
  return (
    <div class="add-row">
      <select
        class="input"
        aria-label={label}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      >
        <option value="">{label}</option>
        {options.map(([id, name]) => <option key={id} value={id}>{name}</option>)}
      </select>
      <Button kind="primary" disabled={!chosen} onClick={add}>{action}</Button>
    </div>
  );
}
