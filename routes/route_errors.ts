// Every refusal that a route may answer with: what its row names, and what comes with its guard, query and body.
import type { ErrorCode } from "../chat/errors.ts";
import type { Route } from "./route.ts";

export function errorsOf({ who, query, body, takes, method, errors = [] }: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(errors);
  if (who.name === "bot" || who.name === "viewer") codes.add("unauthorized");
  // Cookie-authenticated writes of other sites, and what only owners and admins may do.
  if (who.name === "admin") codes.add("unauthorized").add("forbidden");
  if (who.name === "viewer" && method !== "GET") codes.add("forbidden");
  if (query !== undefined || body !== undefined) codes.add("invalid_field");
  if (body !== undefined) codes.add("invalid_json");
  const isCapped = body !== undefined || (takes !== undefined && !codes.has("content_too_long"));
  if (isCapped || who.name === "viewer" && takes !== undefined) codes.add("payload_too_large");
  // An Idempotency-Key that is none.
  if (codes.has("idempotency_conflict")) codes.add("invalid_field");
  codes.add("send_failed");
  return [...codes];
}
