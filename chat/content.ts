// What a message may say, measured as each surface measures it.
import { Refusal } from "./errors.ts";

export const MAX_BYTES = 4000;
export const MAX_CHARACTERS = 4000;

const encoder = new TextEncoder();

/** How long a text is in UTF-8. */
export const byteLength = (text: string): number => encoder.encode(text).length;

/** Non-empty text in well-formed Unicode, or a refusal. */
export function requireContent(content: unknown): string {
  if (typeof content !== "string") {
    throw new Refusal("missing_content", {
      message: content === undefined
        ? undefined
        : `The content is ${kindOf(content)}; send a string`,
    });
  }
  if (!content.isWellFormed()) {
    throw new Refusal("invalid_json", {
      message:
        "The content holds half of a surrogate pair, which no UTF-8 can carry; send whole characters",
    });
  }
  if (content.trim() === "") throw new Refusal("missing_content");
  return content;
}

/** Spec §8: characters, which are Unicode code points. */
export function limitCharacters(content: string): string {
  if (content.length <= MAX_CHARACTERS) return content;
  let characters = 0;
  for (const _ of content) characters++;
  if (characters <= MAX_CHARACTERS) return content;
  throw new Refusal("content_too_long", {
    message: `The content has ${characters} characters; the limit is ${MAX_CHARACTERS} characters`,
  });
}

/** Spec §8: UTF-8 bytes, so that CJK and emoji count as several. */
export function limitBytes(content: string): string {
  // No character takes more than three bytes a UTF-16 unit.
  if (content.length * 3 <= MAX_BYTES) return content;
  const bytes = byteLength(content);
  if (bytes <= MAX_BYTES) return content;
  throw new Refusal("content_too_long", {
    message: `The content has ${bytes} bytes in UTF-8; the limit is ${MAX_BYTES} bytes`,
  });
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}
