import assert from "node:assert/strict";
import { messagesFor } from "../../../bridge/history.ts";
import type { Message, TriggerEvent } from "../../../client/mod.ts";

const BOT = "bot";

function message(id: number, who: string, content: string, extra: Partial<Message> = {}): Message {
  return {
    message_id: id,
    content,
    status: "OK",
    author: {
      kind: who === BOT ? "bot" : "user",
      id: who,
      username: who,
      display_name: who.replace(/^./, (first) => first.toUpperCase()),
      avatar_url: null,
      badge: null,
    },
    ...extra,
  } as Message;
}

function roles(asked: Message, thread: Message[], systemPrompt = "") {
  const event = { data: { message: asked, text: asked.content } } as TriggerEvent;
  return messagesFor(event, { botId: BOT, systemPrompt, thread })
    .map(({ role, content }) => `${role}: ${content}`);
}

Deno.test("own replies are the assistant's, and the question comes last", () => {
  const asked = message(11, "ana", "And now?");
  const thread = [
    message(1, "ana", "Hello"),
    message(2, BOT, "Hi"),
    message(10, "ana", "How?"),
    asked,
    // Answered after the question was asked, but it belongs to the one before.
    message(12, BOT, "So."),
  ];
  assert.deepEqual(roles(asked, thread, "Be kind."), [
    "system: Be kind.",
    "user: Hello",
    "assistant: Hi",
    "user: How?",
    "assistant: So.",
    "user: And now?",
  ]);
});

Deno.test("where several people speak, each is named", () => {
  const asked = message(5, "bob", "Me too");
  assert.deepEqual(roles(asked, [message(1, "ana", "Help"), message(2, BOT, "Yes?"), asked]), [
    "user: Ana: Help",
    "assistant: Yes?",
    "user: Bob: Me too",
  ]);
});

Deno.test("unfinished, unavailable and later messages are left out", () => {
  const asked = message(5, "ana", "Question");
  const thread = [
    message(2, BOT, "Unavailable", { finish_reason: "unavailable" }),
    asked,
    message(6, BOT, "half", { status: "GN" }),
    message(7, "ana", "later"),
  ];
  assert.deepEqual(roles(asked, thread), ["user: Question"]);
});

Deno.test("a history beyond measure loses its oldest messages", () => {
  const asked = message(9, "ana", "Question");
  const long = "x".repeat(150_000);
  const said = roles(asked, [message(1, "ana", long), message(2, "ana", long), asked]);
  assert.equal(said.length, 2);
});
