// JSON whose chat_id is exact: a number past 2^53 must never be rounded onto another chat.
import { Refusal } from "../chat/errors.ts";
import type { JsonObject } from "./body.ts";
import { parseObject } from "./body.ts";

const MAX_INT64 = 9_223_372_036_854_775_807n;
// Only a long number, a fraction or an exponent can have been rounded to what it is not.
const MAY_BE_ROUNDED = /\d{16}|\d[.eE]/;

class ExactNumber {
  constructor(readonly source: string) {}
}

/** The body, and its chat_id as a positive int64, or null where it is none. */
export function parseWithChatId(
  text: string,
): { body: JsonObject; chatId: bigint | number | null } {
  const body = parseObject(text);
  const id = body.chat_id;
  if (typeof id !== "number") return { body, chatId: null };
  if (!MAY_BE_ROUNDED.test(text)) {
    return { body, chatId: Number.isSafeInteger(id) && id > 0 ? id : null };
  }
  const exact = parseExactly(text).chat_id;
  return { body, chatId: exact instanceof ExactNumber ? int64(exact.source) : null };
}

function parseExactly(text: string): JsonObject {
  try {
    return JSON.parse(text, withSource);
  } catch (cause) {
    // It was parsed before, but a reviver goes down by recursion.
    throw new Refusal("invalid_json", {
      message: "The body is nested too deeply; send chat_id and content in one flat object",
      cause,
    });
  }
}

function withSource(key: string, value: unknown, context?: { source?: string }): unknown {
  const isNumber = key === "chat_id" && typeof value === "number";
  return isNumber && context?.source !== undefined ? new ExactNumber(context.source) : value;
}

function int64(source: string): bigint | number | null {
  if (!/^[1-9]\d{0,18}$/.test(source)) return null;
  const exact = BigInt(source);
  if (exact > MAX_INT64) return null;
  return exact <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(exact) : exact;
}
