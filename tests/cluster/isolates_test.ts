// Deno Deploy's entry as two isolates on one store, without the right to files, processes or native code.
import assert from "node:assert/strict";
import { startIsolate } from "../isolate.ts";
import { ACCESS_TOKEN, denokvPath, startDenokv } from "./denokv.ts";

const OWNER_TOKEN = "svcusr_ownerOfTheIsolatesUnderTest000000";

const path = denokvPath();
if (path === null) console.log("SKIPPED: denokv is not installed; cargo install denokv --locked");

Deno.test({
  name: "what one isolate takes is at the other: messages, limits and idempotency keys",
  ignore: path === null,
  async fn() {
    const kv = await startDenokv(path!);
    const isolate = () =>
      startIsolate({
        DENO_KV_DEFAULT_PATH: kv.url,
        DENO_KV_ACCESS_TOKEN: ACCESS_TOKEN,
        PARLEY_OWNER_TOKEN: OWNER_TOKEN,
      });
    const [one, other] = [await isolate(), await isolate()];
    try {
      const call = async (url: string, body?: unknown, headers: Record<string, string> = {}) => {
        const response = await fetch(url, {
          method: body === undefined ? "GET" : "POST",
          headers: { Authorization: `Bearer ${OWNER_TOKEN}`, ...headers },
          body: body === undefined ? undefined : JSON.stringify(body),
        });
        return { status: response.status, headers: response.headers, body: await response.json() };
      };
      const { body: { chat } } = await call(`${one.url}/api/v1/chats`, {
        name: "ops",
        kind: "group",
      });
      const made = await call(`${other.url}/api/v1/chats/${chat.chat_id}/webhooks`, {
        name: "w",
        rate_per_minute: 2,
      });
      const hook = new URL(made.body.url).pathname;
      const first = await call(one.url + hook, { content: "once" }, { "Idempotency-Key": "k" });
      const again = await call(other.url + hook, { content: "once" }, { "Idempotency-Key": "k" });
      assert.equal(again.headers.get("Idempotency-Replayed"), "true");
      assert.equal(again.body.message_id, first.body.message_id);
      assert.equal((await call(other.url + hook, { content: "twice" })).status, 200);
      assert.equal((await call(one.url + hook, { content: "thrice" })).status, 429);
      const { body } = await call(`${one.url}/api/v1/chats/${chat.chat_id}/messages`);
      assert.deepEqual(body.messages.map((m: { content: string }) => m.content), ["once", "twice"]);
    } finally {
      assert.equal(await one.stop("SIGINT"), 0);
      assert.equal(await other.stop("SIGINT"), 0);
      await kv.stop();
    }
  },
});
