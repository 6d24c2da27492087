// Search in the viewer's chats.
import { z } from "zod";
import { search, wordsOf } from "../../chat/search.ts";
import { Message } from "../../wire/records.ts";
import { ok } from "../answers.ts";
import { viewer } from "../guards.ts";
import { messageLimit, position } from "../pages.ts";
import { messageRecord } from "../records.ts";
import { route } from "../route.ts";
import { success } from "./fields.ts";

const QUERY = { error: "must be 1 to 200 characters with at most 10 words" };
const CHAT = { error: "must be a chat_id" };

const SearchQuery = z.object({
  q: z.string(QUERY).max(200, QUERY)
    .refine((text) => wordsOf(text).length >= 1 && wordsOf(text).length <= 10, QUERY)
    .meta({
      description: "Words that must all occur in the content or the author's name; at most 10",
      minLength: 1,
      pattern: "\\S",
    }),
  chat_id: z.coerce.number(CHAT).int(CHAT).positive(CHAT).optional().meta({
    description: "Only in this chat",
  }),
  before: position.optional().meta({ description: "Only messages with a smaller id" }),
  limit: messageLimit,
});

export const searchRoutes = [
  route({
    method: "GET",
    path: "/api/v1/search",
    name: "search",
    summary: "Find messages in the viewer's chats; go on with before = next_before",
    who: viewer,
    query: SearchQuery,
    answer: success({
      messages: z.array(Message),
      has_more: z.boolean(),
      next_before: z.int().nullable(),
    }),
    errors: ["not_found", "unavailable"],
    handle: async ({ context, who, query: { q, chat_id: chatId, before, limit } }) => {
      const found = await search(context, who, { words: wordsOf(q), chatId, before, limit });
      return ok({
        messages: found.views.map(messageRecord),
        has_more: found.hasMore,
        next_before: found.nextBefore,
      });
    },
  }),
];
