import assert from "node:assert/strict";
import type { Reply } from "./seed.ts";

/** A refusal with this status and code, and a message that says something. */
export function refused(reply: Reply, status: number, error: string): Reply {
  assert.deepEqual([reply.status, reply.body.ok, reply.body.error], [status, false, error]);
  assert.equal(typeof reply.body.message, "string");
  assert.ok(reply.body.message.length > 10);
  return reply;
}
