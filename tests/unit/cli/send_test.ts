import assert from "node:assert/strict";
import { runCommand } from "./screen.ts";

interface Seen {
  path: string;
  key: string | null;
  authorization: string | null;
  body: Record<string, unknown>;
}

async function serving(
  answers: (attempt: number) => Response,
  run: (url: string, seen: Seen[]) => Promise<void>,
): Promise<void> {
  const seen: Seen[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    seen.push({
      path: new URL(request.url).pathname,
      key: request.headers.get("Idempotency-Key"),
      authorization: request.headers.get("Authorization"),
      body: await request.json(),
    });
    return answers(seen.length);
  });
  try {
    await run(`http://127.0.0.1:${server.addr.port}`, seen);
  } finally {
    await server.shutdown();
  }
}
const posted = () => Response.json({ ok: true, message_id: 5, chat_id: 7 });

Deno.test("send posts standard input through a webhook, without a header that it must not have", () =>
  serving(posted, async (url, seen) => {
    const webhook = `${url}/webhooks/v1/01ABC/svcwh_x`;
    const shown = await runCommand(["send", "--webhook", webhook], { stdin: "one\ntwo\n" });
    assert.deepEqual([shown.code, shown.out], [0, "Posted message 5 in chat 7\n"]);
    assert.equal(seen[0]!.path, "/webhooks/v1/01ABC/svcwh_x");
    assert.equal(seen[0]!.authorization, null);
    assert.deepEqual(seen[0]!.body, { content: "one\ntwo" });
  }));

for (
  const [what, args] of [
    ["two places", ["--chat", "7", "--webhook", "http://x/webhooks/v1/a/b"]],
    ["an address without a scheme", ["--chat", "7", "--url", "127.0.0.1:8080"]],
    ["a chat that no number can name", ["--chat", "9007199254740993"]],
  ] as [string, string[]][]
) {
  Deno.test(`send does not understand ${what}`, async () => {
    const shown = await runCommand(["send", ...args, "hi"], {
      env: { PARLEY_BOT_TOKEN: "svcbot_x" },
    });
    assert.equal(shown.code, 2, shown.err);
  });
}

Deno.test("send posts as a bot", () =>
  serving(posted, async (url, seen) => {
    const env = { PARLEY_BOT_TOKEN: "svcbot_x", PARLEY_URL: url };
    const shown = await runCommand(["send", "--chat", "7", "--username", "CI", "hi"], { env });
    assert.equal(shown.code, 0);
    assert.equal(seen[0]!.authorization, "Bearer svcbot_x");
    assert.deepEqual(seen[0]!.body, { chat_id: 7, content: "hi", username: "CI" });
  }));

Deno.test("a 500 is tried again under the same idempotency key", () => {
  const failed = () =>
    Response.json({ ok: false, error: "send_failed", message: "x" }, { status: 500 });
  return serving((attempt) => attempt === 1 ? failed() : posted(), async (url, seen) => {
    const webhook = `${url}/webhooks/v1/a/b`;
    const shown = await runCommand(["send", "--webhook", webhook, "hi"]);
    assert.equal(shown.code, 0);
    assert.equal(seen.length, 2);
    assert(seen[0]!.key !== null);
    assert.equal(seen[0]!.key, seen[1]!.key);
  });
});

Deno.test("a refusal is told with its message and code, and not tried again", () =>
  serving(
    () =>
      Response.json({ ok: false, error: "unauthorized", message: "The token is not valid" }, {
        status: 401,
      }),
    async (url, seen) => {
      const webhook = `${url}/webhooks/v1/a/b`;
      const shown = await runCommand(["send", "--webhook", webhook, "hi"]);
      assert.equal(shown.code, 1);
      assert.equal(shown.err, "error: The token is not valid (401 unauthorized)\n");
      assert.equal(seen.length, 1);
    },
  ));
