import assert from "node:assert/strict";
import { Refusal } from "../../../chat/errors.ts";
import { readText } from "../../../routes/body.ts";
import { BODY_TIMEOUT_MS, Deadlines } from "../../../routes/deadlines.ts";

async function within(ms: number, run: (deadlines: Deadlines) => Promise<void>): Promise<void> {
  const deadlines = new Deadlines(ms, 5);
  try {
    await run(deadlines);
  } finally {
    deadlines.stop();
  }
}

const requestOf = (body: BodyInit, headers?: HeadersInit) =>
  new Request("http://parley.test/", { method: "POST", body, headers });

Deno.test("a body is given up after ten seconds", () => assert.equal(BODY_TIMEOUT_MS, 10_000));

Deno.test("a body that does not arrive is given up, and the connection with it", () =>
  within(20, async (deadlines) => {
    const silent = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"content":')),
    });
    const refusal = await readText({ request: requestOf(silent), deadlines }).then(
      () => assert.fail("it was read"),
      (error) => error,
    );
    assert.ok(refusal instanceof Refusal);
    assert.deepEqual([refusal.code, refusal.headers.Connection], ["invalid_json", "close"]);
    assert.match(refusal.message, /did not arrive within 10 s/);
  }));

Deno.test("a body that arrives in pieces and in time is read", () =>
  within(5_000, async (deadlines) => {
    const pieces = new ReadableStream({
      start(controller) {
        for (const byte of new TextEncoder().encode('{"a":"日"}')) {
          controller.enqueue(new Uint8Array([byte]));
        }
        controller.close();
      },
    });
    assert.equal(await readText({ request: requestOf(pieces), deadlines }), '{"a":"日"}');
  }));

Deno.test("a body that breaks off is told as such", () =>
  within(5_000, async (deadlines) => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error("connection reset")),
    });
    await assert.rejects(readText({ request: requestOf(broken), deadlines }), /broke off/);
  }));
