// The query of every list of messages.
import { z } from "zod";

const POSITION = { error: "must be a whole number, a message_id" };
export const position = z.coerce.number(POSITION).int(POSITION).nonnegative(POSITION)
  .max(Number.MAX_SAFE_INTEGER, POSITION);

const LIMIT = { error: "must be a whole number from 1 to 100" };
export const limit = z.coerce.number(LIMIT).int(LIMIT).min(1, LIMIT).max(100, LIMIT).default(50);
export const messageLimit = limit.meta({
  description: "At most so many messages, and 1 MiB of their text; has_more tells of the rest",
});

export const PageQuery = z.object({
  before: position.optional().meta({ description: "Only messages with a smaller id" }),
  after: position.optional().meta({ description: "Only messages with a larger id" }),
  limit: messageLimit,
});
