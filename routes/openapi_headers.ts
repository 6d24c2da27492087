// The headers of answers, as the API description tells them.
import type { Route } from "./route.ts";

type Json = Record<string, unknown>;

const header = (type: "string" | "integer", description: string, more: Json = {}) => ({
  description,
  schema: { type, ...more },
});

const RATE = {
  "X-RateLimit-Limit": header("integer", "The limit of the tighter window"),
  "X-RateLimit-Remaining": header("integer", "What is left of it"),
  "X-RateLimit-Reset": header("integer", "When it is free again, in Unix seconds"),
  "X-RateLimit-Scope": header("string", "Which window it is", { enum: ["minute", "hour"] }),
};
const RETRY_AFTER = header("integer", "Seconds after which one post is accepted");
const REPLAYED = header("string", "The first result under this key, once more", { const: "true" });
const REQUEST_ID = header("string", "Stands beside the cause in the log; a caller's own is kept");
const AUTHENTICATE = header("string", "The scheme that the token goes by", { const: "Bearer" });

/** What an answer of this status carries beside its body. */
export function headersOf({ errors = [], who }: Route, status: number): Json {
  const counts = errors.includes("rate_limit_exceeded") && (status === 200 || status === 429);
  const isReplay = errors.includes("idempotency_conflict") && status === 200;
  const isBearer = status === 401 && ["bot", "viewer", "admin", "owner"].includes(who.name);
  return {
    "X-Request-Id": REQUEST_ID,
    ...(counts ? RATE : {}),
    ...(status === 429 ? { "Retry-After": RETRY_AFTER } : {}),
    ...(isReplay ? { "Idempotency-Replayed": REPLAYED } : {}),
    ...(isBearer ? { "WWW-Authenticate": AUTHENTICATE } : {}),
  };
}
