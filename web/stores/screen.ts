// How much room there is: for a chat and its thread beside each other, or for one of them.
import { signal } from "@preact/signals";

const query = typeof matchMedia === "undefined" ? null : matchMedia("(min-width: 1000px)");

export const hasRoomForTwo = signal(query?.matches ?? true);
query?.addEventListener("change", () => hasRoomForTwo.value = query.matches);
