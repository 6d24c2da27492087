// Tests of an API as rows of data: who asks what, and what comes back.
import assert from "node:assert/strict";
import { as, type Holder, type Reply, type Seed } from "./seed.ts";

export interface Row {
  does: string;
  by?: Holder;
  ask: string;
  with?: unknown;
  status: number;
  /** A part of the answer's body. */
  says?: Record<string, unknown>;
}

/** Runs the rows in order, each on what the ones before it left. */
export async function runRows(t: Seed, rows: readonly Row[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const { does, by, ask, with: body, status, says } of rows) {
    const [method, path] = ask.split(" ") as [string, string];
    const headers = by === undefined ? {} : as(by);
    const reply = await t.request(method, `/api/v1${path}`, body, headers);
    assert.equal(reply.status, status, `${does}: ${ask}: ${JSON.stringify(reply.body)}`);
    assert.equal(reply.body.ok, status === 200, does);
    if (says !== undefined) assert.partialDeepStrictEqual(reply.body, says, does);
    for (const [field, value] of Object.entries(says ?? {})) {
      // A part of a list is a list with fewer items; a row names them all.
      if (Array.isArray(value)) assert.equal(reply.body[field].length, value.length, does);
    }
    replies.push(reply);
  }
  return replies;
}
