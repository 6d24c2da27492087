// Deno Deploy's entry under its limits: no files, no processes, no native code; the platform's store.
import assert from "node:assert/strict";
import { Listener } from "../listening.ts";
import { startIsolate } from "../isolate.ts";

const OWNER_TOKEN = "svcusr_0123456789abcdefghij";

Deno.test("the entry for Deno Deploy serves without files, processes or native code", async () => {
  const service = await startIsolate({ PARLEY_OWNER_TOKEN: OWNER_TOKEN });
  let stopped = false;
  try {
    for (const path of ["/healthz", "/readyz", "/", "/docs", "/openapi.json", "/metrics"]) {
      const response = await fetch(service.url + path);
      await response.body?.cancel();
      assert.equal(response.status, 200, path);
    }
    const stranger = await fetch(`${service.url}/bots/v1/messages`, { method: "POST", body: "{}" });
    assert.equal(stranger.status, 401);
    await stranger.body?.cancel();

    const call = async (method: string, path: string, body: unknown) => {
      const response = await fetch(service.url + path, {
        method,
        headers: { authorization: `Bearer ${OWNER_TOKEN}` },
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 200, path);
      return await response.json();
    };
    const { chat } = await call("POST", "/api/v1/chats", { name: "ops", kind: "group" });
    const bot = await call("POST", "/api/v1/bots", {
      name: "Helper",
      username: "helper",
      trigger_mode: "all",
    });
    await call("PUT", `/api/v1/chats/${chat.chat_id}/bots/${bot.bot.bot_id}`, {});
    const stream = new Listener(`${service.url}/bots/v1/stream?token=${bot.token}`);
    await stream.ofType("hello");
    const hook = await call("POST", `/api/v1/chats/${chat.chat_id}/webhooks`, { name: "Alerts" });
    assert.ok(hook.url.startsWith(service.url), "the address is learnt from the first request");
    await call("POST", new URL(hook.url).pathname, { content: "disk full" });
    assert.equal((await stream.ofType("message.new")).data.message.content, "disk full");

    stopped = true;
    assert.equal(await service.stop("SIGINT"), 0);
    assert.equal((await stream.closed).code, 1012);
  } finally {
    if (!stopped) await service.stop("SIGKILL");
  }
});

Deno.test("settings that need files are refused with what to do", async () => {
  await assert.rejects(startIsolate({ PARLEY_CONFIG: "parley.yaml" }), /unset PARLEY_CONFIG/);
  await assert.rejects(startIsolate({ PARLEY_BRIDGE: "{}" }), /parley bridge/);
});
