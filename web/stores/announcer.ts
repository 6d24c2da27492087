// Tells a screen reader what arrives in the open chat: one message by its words, several by their number.
import type { Message } from "../../wire/records.ts";
import { t } from "../strings.ts";
import { announce } from "./notices.ts";
import { me } from "./session.ts";
import { onFrame } from "./stream.ts";
import { shownChat } from "./timeline.ts";

/** A burst is told once, so that speech is not cut off again and again. */
const GATHER_MS = 1500;
let gathered: Message[] = [];

function tell(): void {
  const [first] = gathered;
  announce(
    gathered.length === 1
      ? t("announce.message", {
        name: first!.author.display_name,
        text: first!.content.slice(0, 300),
      })
      : t("announce.messages", { n: gathered.length }),
  );
  gathered = [];
}

onFrame("MessageEvent", ({ message }) => {
  if (message.chat_id !== shownChat.value || message.author.id === me.value?.user_id) return;
  gathered.push(message);
  if (gathered.length === 1) setTimeout(tell, GATHER_MS);
});
