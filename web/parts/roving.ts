// One stop of the Tab key for a list of messages; the arrow keys move within it.
import { useSignal } from "@preact/signals";

export function useRoving(ids: number[]) {
  const chosen = useSignal<number | null>(null);
  const active = chosen.value !== null && ids.includes(chosen.value) ? chosen.value : ids.at(-1);

  function focus(list: HTMLElement, id: number) {
    chosen.value = id;
    const element = list.querySelector<HTMLElement>(`[data-id="${id}"]`);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "nearest" });
  }

  function onKeyDown(event: KeyboardEvent) {
    const list = event.currentTarget as HTMLElement;
    const message = (event.target as Element).closest<HTMLElement>("[data-id]");
    if (!message || event.target !== message) return;
    const index = ids.indexOf(Number(message.dataset.id));
    const steps: Record<string, number> = {
      ArrowUp: index - 1,
      ArrowDown: index + 1,
      Home: 0,
      End: ids.length - 1,
    };
    const next = ids[steps[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    focus(list, next);
  }

  function onFocusIn(event: FocusEvent) {
    const message = (event.target as Element).closest<HTMLElement>("[data-id]");
    if (message) chosen.value = Number(message.dataset.id);
  }

  return { active, onKeyDown, onFocusIn };
}
