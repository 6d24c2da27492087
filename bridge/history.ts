import type { Message, TriggerEvent } from "../client/mod.ts";
import type { ChatMessage } from "./backend.ts";

const MAX_CHARACTERS = 200_000;

/** The thread as the backend sees it: the bot's own replies as the assistant's, everyone else's as the user's. */
export function messagesFor(
  event: TriggerEvent,
  { botId, systemPrompt, thread }: {
    botId: string;
    systemPrompt: string;
    /** Root and replies, oldest first; empty for an agent that remembers by itself. */
    thread: readonly Message[];
  },
): ChatMessage[] {
  const { message, text } = event.data;
  const isOwn = ({ author }: Message) => author.kind === "bot" && author.id === botId;
  const before = thread.filter((other) =>
    other.message_id !== message.message_id && other.status === "OK" &&
    other.content.trim() !== "" && other.finish_reason !== "unavailable" &&
    // What others wrote later is no part of the question; own answers to earlier questions are.
    (isOwn(other) || other.message_id < message.message_id)
  );
  const people = new Set(
    [...before, message].filter((other) => !isOwn(other)).map(({ author }) => author.id),
  );
  const said = (author: Message["author"], words: string) =>
    people.size > 1 ? `${author.display_name}: ${words}` : words;

  const asked: ChatMessage = { role: "user", content: said(message.author, text) };
  const history: ChatMessage[] = [];
  let room = MAX_CHARACTERS - asked.content.length;
  for (const other of before.toReversed()) {
    room -= other.content.length;
    if (room < 0) break;
    history.unshift(
      isOwn(other)
        ? { role: "assistant", content: other.content }
        : { role: "user", content: said(other.author, other.content) },
    );
  }
  const system: ChatMessage[] = systemPrompt ? [{ role: "system", content: systemPrompt }] : [];
  return [...system, ...history, asked];
}
