// Deno Deploy's runtime is older than the one that this is built with: its entry runs there as well.
import assert from "node:assert/strict";
import { Bot } from "../../client/mod.ts";
import { programPath } from "../programs.ts";
import { ROOT, startProcess } from "../process.ts";

const VERSION = "2.5.6";
const OWNER_TOKEN = "svcusr_0123456789abcdefghij";

const npm = programPath("npm");
if (npm === null) console.log(`Not run with Deno ${VERSION}: npm, which it comes from, is missing`);

async function installed(folder: string): Promise<string> {
  const { success, stderr } = await new Deno.Command(npm!, {
    args: ["install", "--silent", "--no-save", "--prefix", folder, `deno@${VERSION}`],
    stdout: "null",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`Cannot install: ${new TextDecoder().decode(stderr)}`);
  const [build] = await Array.fromAsync(Deno.readDir(`${folder}/node_modules/@deno`));
  return `${folder}/node_modules/@deno/${build!.name}/deno`;
}

Deno.test({
  name: `the entry for Deno Deploy posts, streams and ends on Deno ${VERSION}`,
  // Fails where it must not be skipped.
  ignore: npm === null && Deno.env.get("CI") !== "true",
  async fn() {
    const folder = await Deno.makeTempDir();
    try {
      const command = await installed(folder);
      await posts(command, {
        DENO_DIR: `${folder}/cache`,
        DENO_TLS_CA_STORE: "system,mozilla",
        DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0",
        DENO_KV_DEFAULT_PATH: ":memory:",
        DENO_NO_UPDATE_CHECK: "1",
        PARLEY_OWNER_TOKEN: OWNER_TOKEN,
        PARLEY_DATA: "",
        PARLEY_PORT: "",
      });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

async function posts(command: string, env: Record<string, string>): Promise<void> {
  const service = await startProcess({
    command,
    args: ["run", "--no-lock", "--no-check", "--allow-net", "--allow-env", "deploy.ts"],
    cwd: ROOT,
    env,
    ready: /(http:\/\/127\.0\.0\.1:\d+)/,
  });
  try {
    const call = async (method: string, path: string, body: unknown) => {
      const response = await fetch(`${service.url}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${OWNER_TOKEN}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const answer = await response.json();
      assert.equal(response.status, 200, JSON.stringify(answer));
      return answer;
    };
    const { chat } = await call("POST", "/chats", { name: "ops", kind: "group" });
    const about = { name: "Echo", username: "echo", trigger_mode: "all" };
    const { bot, token } = await call("POST", "/bots", about);
    await call("PUT", `/chats/${chat.chat_id}/bots/${bot.bot_id}`, {});
    const client = new Bot({ baseUrl: service.url, token });
    const events = client.events();
    await events.latestAtStart;
    const { message } = await call("POST", `/chats/${chat.chat_id}/messages`, { content: "Ping" });
    for await (const event of events) {
      assert.equal(
        event.type === "message.new" && event.data.message.message_id,
        message.message_id,
      );
      const reply = await client.reply(message.message_id, { status: "GN" });
      await reply.append("Pong");
      await reply.finalize();
      break;
    }
    const { messages } = await client.thread(message.message_id);
    assert.deepEqual(messages.map(({ content, status }) => [content, status]), [["Pong", "OK"]]);
  } finally {
    assert.equal(await service.stop("SIGINT"), 0, service.log());
  }
}
