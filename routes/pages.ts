// The query of every list of messages.
import { z } from "zod";

const position = z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

export const PageQuery = z.object({
  before: position.optional().meta({ description: "Only messages with a smaller id" }),
  after: position.optional().meta({ description: "Only messages with a larger id" }),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
