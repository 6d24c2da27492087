import assert from "node:assert/strict";
import { bridgeHouse } from "../bridge_house.ts";
import { ROOT, type Running, startProcess } from "../process.ts";
import { delta, DONE, finish, ScriptedBackend } from "../scripted_backend.ts";

const OWNER = "svcusr_0123456789abcdefghijklmnopqrstuvwxyz";

const echo = () =>
  new ScriptedBackend(async (connection, { body }) => {
    await connection.head();
    await connection.text(delta(`re: ${body.messages.at(-1).content}`) + finish() + DONE);
  });

async function call(url: string, method: string, path: string, body?: unknown) {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${OWNER}` },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return await response.json();
}

async function answerOf(url: string, messageId: number): Promise<string> {
  const late = performance.now() + 20_000;
  while (performance.now() < late) {
    const { messages } = await call(url, "GET", `/api/v1/messages/${messageId}/replies`);
    if (messages[0]?.status === "OK") return messages[0].content;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("No answer in 20 s");
}

Deno.test("a bridge inside the service answers, is measured, and ends with it", async () => {
  const backend = echo();
  const folder = await Deno.makeTempDir();
  const config = `${folder}/parley.yaml`;
  const env = { PARLEY_DATA: folder, PARLEY_OWNER_TOKEN: OWNER };
  let service: Running = await startProcess({ env });
  try {
    const { bot, token } = await call(service.url, "POST", "/api/v1/bots", {
      name: "Helper",
      username: "helper",
    });
    await service.stop();
    const agent = { bot_token: token, backend: { url: `${backend.url}/v1`, model: "m" } };
    await Deno.writeTextFile(config, JSON.stringify({ bridge: { agents: [agent] } }));
    service = await startProcess({ env: { ...env, PARLEY_CONFIG: config } });
    const { chat } = await call(service.url, "POST", "/api/v1/chats", {
      kind: "direct",
      username: bot.username,
    });
    const path = `/api/v1/chats/${chat.chat_id}/messages`;
    const { message } = await call(service.url, "POST", path, { content: "Hi" });
    assert.equal(await answerOf(service.url, message.message_id), "re: Hi");
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    assert.match(metrics, /parley_bridge_answers_total\{bot="helper",outcome="answered"\} 1/);
    assert.ok(!service.log().includes(token));
  } finally {
    assert.equal(await service.stop(), 0);
    await backend.close();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a configuration that cannot be used ends the start with file, line and field", async () => {
  const file = await Deno.makeTempFile({ suffix: ".yaml" });
  await Deno.writeTextFile(file, "port: 0\nbridge:\n  agents:\n    - bot_token: 7\n");
  try {
    await assert.rejects(
      startProcess({ env: { PARLEY_CONFIG: file } }),
      (error: Error) => error.message.includes(`${file}:4: bridge.agents[0].bot_token: `),
    );
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("a bridge alone and the example bot answer, and leave when asked", async () => {
  const house = await bridgeHouse();
  const backend = echo();
  const file = await Deno.makeTempFile({ suffix: ".yaml" });
  const example = await Deno.readTextFile(`${ROOT}/examples/bridge.yaml`);
  await Deno.writeTextFile(file, example.replace("http://127.0.0.1:11434", backend.url));
  const [agent, bot] = await Promise.all([house.t.bot(), house.t.bot()]);
  const bridge = await startProcess({
    args: ["run", "-A", "main.ts", "bridge", "--config", file],
    env: { BOT_TOKEN: agent.token, PARLEY_URL: house.url },
    ready: /"message":"(The bridge is running)"/,
  });
  const parrot = await startProcess({
    args: ["run", "--allow-net", "--allow-env", "examples/bot.ts"],
    env: { PARLEY_BOT_TOKEN: bot.token, PARLEY_URL: house.url },
    ready: /(Listening as @)/,
  });
  try {
    const { messageId } = await house.say(agent, "Hi");
    assert.equal((await house.settled(messageId))[0]?.content, "re: Hi");
    const parroted = await house.say(bot, "one two three");
    assert.equal((await house.settled(parroted.messageId))[0]?.content, "one two three");
  } finally {
    assert.equal(await bridge.stop(), 0);
    await parrot.stop();
    await house.close();
    await backend.close();
    await Deno.remove(file);
  }
});
