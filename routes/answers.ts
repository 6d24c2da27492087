// Responses: the headers that every one carries, and the one shape of errors.
import type { Refusal } from "../chat/errors.ts";
import type { Answer } from "./route.ts";

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;
const RUN = crypto.randomUUID().slice(0, 8);
let counter = 0;

/** A caller's own valid request id, or a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  if (given !== null && REQUEST_ID.test(given)) return given;
  return `${RUN}-${(++counter).toString(36)}`;
}

export function respond(answer: Answer, requestId: string): Response {
  const isText = typeof answer.body === "string";
  return new Response(isText ? answer.body as string : JSON.stringify(answer.body), {
    status: answer.status ?? 200,
    headers: {
      "Content-Type": isText ? "text/plain; charset=utf-8" : "application/json",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": requestId,
      ...answer.headers,
    },
  });
}

export function refusalAnswer(refusal: Refusal): Answer {
  const { code, message, status, fields, headers } = refusal;
  return { status, body: { ok: false, error: code, message, ...fields }, headers };
}

export const ok = (fields: Record<string, unknown>, headers?: Record<string, string>): Answer => ({
  body: { ok: true, ...fields },
  headers,
});
