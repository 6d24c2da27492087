// Kills the service while a bridge streams answers into it: they go on where they were once it is back.
import assert from "node:assert/strict";
import { bridgeSchema, startBridge } from "../../bridge/mod.ts";
import type { Message } from "../../wire/records.ts";
import { startProcess } from "../process.ts";
import { delta, DONE, finish, ScriptedBackend } from "../scripted_backend.ts";

const OWNER = "svcusr_0123456789abcdefghijklmnopqrstuvwxyz";
const KILLS = 5;
const QUESTIONS = 8;
const WORDS = Array.from({ length: 60 }, (_, n) => `${n} `);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

Deno.test("a service killed while answers are streamed gets every one of them whole", async () => {
  const data = await Deno.makeTempDir();
  const backend = new ScriptedBackend(async (connection) => {
    await connection.head();
    for (const word of WORDS) {
      await connection.text(delta(word));
      await pause(40);
    }
    await connection.text(finish() + DONE);
  });
  const env: Record<string, string> = { PARLEY_DATA: data, PARLEY_OWNER_TOKEN: OWNER };
  let service = await startProcess({ env });
  // The same address after each kill, as behind a name.
  env.PARLEY_PORT = new URL(service.url).port;
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${OWNER}` },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return await response.json();
  };
  const { token } = await call("POST", "/api/v1/bots", { name: "Helper", username: "helper" });
  const { chat } = await call("POST", "/api/v1/chats", { kind: "direct", username: "helper" });
  const bridge = startBridge({
    base_url: service.url,
    log: () => {},
    ...bridgeSchema.parse({
      agents: [{ bot_token: token, backend: { url: `${backend.url}/v1`, model: "m" } }],
    }),
  });
  try {
    const asked: number[] = [];
    for (let n = 0; n < QUESTIONS; n++) {
      const path = `/api/v1/chats/${chat.chat_id}/messages`;
      asked.push((await call("POST", path, { content: `Question ${n}` })).message.message_id);
    }
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(150 + Math.random() * 300);
      await service.stop("SIGKILL");
      service = await startProcess({ env });
    }
    const late = performance.now() + 30_000;
    for (const id of asked) {
      let replies: Message[] = [];
      while (performance.now() < late && replies[0]?.status !== "OK") {
        replies = (await call("GET", `/api/v1/messages/${id}/replies`)).messages;
        await pause(50);
      }
      assert.deepEqual(
        replies.map(({ content, status, finish_reason }) => [content, status, finish_reason]),
        [[WORDS.join(""), "OK", "stop"]],
      );
    }
    assert.equal(backend.requests.length, QUESTIONS, "an answer was generated twice");
  } finally {
    await bridge.stop({ grace: 0 });
    await service.stop();
    await backend.close();
    await Deno.remove(data, { recursive: true });
  }
});
