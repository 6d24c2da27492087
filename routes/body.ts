// Reads a body: capped while it is read, given up when it does not come, strictly UTF-8, one JSON object.
import { type ErrorCode, Refusal } from "../chat/errors.ts";

export const POST_CAP = 64 * 1024;
export const REPLY_CAP = 512 * 1024;
const BODY_TIMEOUT_MS = 10_000;

const strict = new TextDecoder("utf-8", { fatal: true });

export type JsonObject = Record<string, unknown>;

export async function readText(
  request: Request,
  cap = POST_CAP,
  tooLarge: ErrorCode = "payload_too_large",
): Promise<string> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > cap) throw overCap(tooLarge, cap, declared);
  if (request.body === null) return "";
  const bytes = await inTime(
    declared > 0 ? request.bytes() : readCapped(request.body, cap, tooLarge),
  );
  try {
    return strict.decode(bytes);
  } catch (cause) {
    throw new Refusal("invalid_json", {
      message: "The body is not valid UTF-8; encode it as UTF-8",
      cause,
    });
  }
}

export async function readObject(
  request: Request,
  cap = POST_CAP,
  tooLarge: ErrorCode = "payload_too_large",
): Promise<JsonObject> {
  return parseObject(await readText(request, cap, tooLarge));
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
  body: ReadableStream<Uint8Array>,
  cap: number,
  tooLarge: ErrorCode,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
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

// The server itself waits for a silent body without end.
async function inTime(reading: Promise<Uint8Array>): Promise<Uint8Array> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new Refusal("invalid_json", {
          message: `The body did not arrive within ${BODY_TIMEOUT_MS / 1000} s; send it at once`,
          headers: { Connection: "close" },
        }),
      );
    }, BODY_TIMEOUT_MS);
  });
  try {
    return await Promise.race([reading, late]);
  } catch (error) {
    reading.catch(() => {});
    if (error instanceof Refusal) throw error;
    throw new Refusal("invalid_json", {
      message: "The body broke off; send it again",
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}
