// Answers that several routes give.
import { z } from "zod";
import { ChatId, MessageId } from "../wire/records.ts";

export const PostResult = z.object({
  ok: z.literal(true),
  message_id: MessageId,
  chat_id: ChatId,
  warnings: z.array(z.string()).optional().meta({ description: "What could not be used, and why" }),
}).meta({ id: "PostResult" });
