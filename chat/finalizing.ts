// The end of a reply under generation: its text joins the log, its events go out, and it is never GN again.
import type { FinishReason, MessageEntry } from "../store/entries.ts";
import { authorizeBot } from "./bot_authority.ts";
import type { Context } from "./context.ts";
import { Refusal } from "./errors.ts";
import { mentionsIn } from "./mentions.ts";
import { eventsFor, guarded } from "./posting.ts";

export interface Finish {
  reason?: FinishReason;
  /** The service itself settles what its bot abandoned. */
  by: "bot" | "service";
  /** The whole text, where it replaces what the service finalized; else it is the text so far. */
  text?: string;
}

export async function finalize(
  context: Context,
  entry: MessageEntry,
  finish: Finish,
): Promise<void> {
  const { store } = context;
  const thread = (await store.threads.open(entry.parentId!))!;
  try {
    await guarded(() =>
      store.write((draft) => {
        // Read here, so that no append which was answered is missing.
        const generating = store.generating.get(entry.id);
        if (finish.by === "bot") authorizeBot(store, entry.author.id, entry.chatId);
        if (generating === null && !entry.settled) throw new Refusal("reply_finalized");
        const content = generating?.text ?? finish.text ?? entry.content;
        const message: MessageEntry = {
          ...entry,
          ...ending(finish),
          content,
          status: "OK",
          mentions: mentionsIn(content),
          updatedAt: draft.at,
        };
        // A replaced text was an event before.
        const events = generating !== null ? eventsFor(store, { ...message, thread }) : [];
        const { chatId, id: messageId } = entry;
        draft.rewrite(message);
        draft.also({ key: store.generating.rowKey(messageId), removed: true });
        draft.append({
          kind: "final",
          messageId,
          chatId,
          parentId: thread.rootId,
          events,
          message,
        });
      })
    );
  } catch (error) {
    // Not finalized, so changes are taken again: the bot is told to retry.
    await store.generating.change(entry.id, (reply) => ({ ...reply, closing: false }));
    throw error;
  }
}

function ending({ reason, by }: Finish): Partial<MessageEntry> {
  if (by === "service") return { interrupted: true, settled: true };
  const interrupted = reason === "error" || reason === "cancelled" ? true : undefined;
  return { finishReason: reason, interrupted, settled: undefined };
}
