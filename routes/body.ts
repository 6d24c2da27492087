// Reads a body: capped while it is read, given up when it does not come, strictly UTF-8, one JSON object.
import { type ErrorCode, Refusal } from "../chat/errors.ts";
import { BODY_TIMEOUT_MS } from "./deadlines.ts";
import type { Call } from "./route.ts";

export const POST_CAP = 64 * 1024;
export const REPLY_CAP = 512 * 1024;

const strict = new TextDecoder("utf-8", { fatal: true });

export type JsonObject = Record<string, unknown>;

export async function readText(
  { request, deadlines }: Pick<Call, "request" | "deadlines">,
  cap = POST_CAP,
  tooLarge: ErrorCode = "payload_too_large",
): Promise<string> {
  const declared = Number(request.headers.get("content-length") ?? -1);
  if (declared > cap) throw overCap(tooLarge, cap, declared);
  // A declared body is read without a stream, which would cost more than all the rest.
  const reading = declared >= 0 ? request.bytes() : readCapped(request.body, cap, tooLarge);
  let bytes: Uint8Array;
  try {
    bytes = await deadlines.within(reading, bodyIsLate);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("invalid_json", {
      message: "The body broke off; send it again",
      cause: error,
    });
  }
  try {
    return strict.decode(bytes);
  } catch (cause) {
    throw new Refusal("invalid_json", {
      message: "The body is not valid UTF-8; encode it as UTF-8",
      cause,
    });
  }
}

export function parseObject(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const message = text === ""
      ? "The body is empty; send one JSON object"
      : "The body is not valid JSON; send one JSON object";
    throw new Refusal("invalid_json", { message, cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal("invalid_json", {
      message: "The body is JSON but not an object; send one JSON object",
    });
  }
  return value as JsonObject;
}

function overCap(code: ErrorCode, cap: number, actual: number | null): Refusal {
  const size = actual === null ? `more than ${cap}` : String(actual);
  return new Refusal(code, {
    message: `The body has ${size} bytes; the limit is ${cap} bytes`,
    headers: { Connection: "close" },
  });
}

async function readCapped(
  body: ReadableStream<Uint8Array> | null,
  cap: number,
  tooLarge: ErrorCode,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > cap) throw overCap(tooLarge, cap, null);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function bodyIsLate(): Refusal {
  return new Refusal("invalid_json", {
    message: `The body did not arrive within ${BODY_TIMEOUT_MS / 1000} s; send it at once`,
    headers: { Connection: "close" },
  });
}
