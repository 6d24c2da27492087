// The Grafana dashboard's queries, asked of a Prometheus that watches a service under traffic.
import assert from "node:assert/strict";
import { join } from "node:path";
import { dashboard } from "../../packaging/grafana/make.ts";
import { Listener, pause } from "../listening.ts";
import { freePort } from "../ports.ts";
import { startProcess } from "../process.ts";
import { programPath } from "../programs.ts";
import { delta, DONE, finish, ScriptedBackend } from "../scripted_backend.ts";

const OWNER = "svcusr_0123456789abcdefghijklmnop";
const headers = { authorization: `Bearer ${OWNER}` };

const missing = ["prometheus", "promtool"].filter((name) => programPath(name) === null);
if (missing.length > 0) {
  console.log(`SKIPPED: ${missing.join(", ")} is not installed (apt-get install prometheus)`);
}

async function startPrometheus(folder: string, target: string) {
  const port = freePort();
  await Deno.writeTextFile(
    join(folder, "prometheus.yml"),
    JSON.stringify({
      global: { scrape_interval: "250ms", scrape_timeout: "250ms" },
      scrape_configs: [{ job_name: "parley", static_configs: [{ targets: [target] }] }],
    }),
  );
  const running = await startProcess({
    command: "prometheus",
    args: ["--config.file", join(folder, "prometheus.yml")].concat(
      "--storage.tsdb.path",
      join(folder, "series"),
      "--web.listen-address",
      `127.0.0.1:${port}`,
    ),
    ready: /(Server is ready to receive web requests)/,
  });
  const ask = async (query: string): Promise<unknown[]> => {
    const path = `/api/v1/query?query=${encodeURIComponent(query)}`;
    const answer = await (await fetch(`http://127.0.0.1:${port}${path}`)).json();
    assert.equal(answer.status, "success", `${query}: ${answer.error}`);
    return answer.data.result;
  };
  return { running, ask };
}

async function lint(metrics: string): Promise<void> {
  const child = new Deno.Command("promtool", {
    args: ["check", "metrics"],
    stdin: "piped",
    stderr: "piped",
  }).spawn();
  await new Response(metrics).body!.pipeTo(child.stdin);
  const { code, stderr } = await child.output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
}

Deno.test({
  name: "every query of the dashboard has an answer under traffic, and /metrics is well formed",
  ignore: missing.length > 0,
  async fn() {
    const folder = await Deno.makeTempDir();
    const backend = new ScriptedBackend(async (connection) => {
      await connection.head();
      await connection.text(delta("An answer") + finish() + DONE);
    });
    const env = { PARLEY_DATA: folder, PARLEY_OWNER_TOKEN: OWNER };
    const first = await startProcess({ env });
    const bot = { name: "Helper", username: "helper", trigger_mode: "all" };
    const made = await fetch(`${first.url}/api/v1/bots`, {
      method: "POST",
      headers,
      body: JSON.stringify(bot),
    });
    const { token, bot: { bot_id } } = await made.json();
    await first.stop();
    const agents = [{ bot_token: token, backend: { url: `${backend.url}/v1`, model: "m" } }];
    const service = await startProcess({
      env: { ...env, PARLEY_BRIDGE: JSON.stringify({ agents }) },
    });
    const { running: prometheus, ask } = await startPrometheus(folder, new URL(service.url).host);
    try {
      const call = async (method: string, path: string, body: unknown, who = headers) => {
        const response = await fetch(service.url + path, {
          method,
          headers: who,
          body: JSON.stringify(body),
        });
        return await response.json();
      };
      const { chat } = await call("POST", "/api/v1/chats", { name: "ops", kind: "group" });
      await call("PUT", `/api/v1/chats/${chat.chat_id}/bots/${bot_id}`, {});
      const viewer = new Listener(`${service.url}/api/v1/stream`, headers);
      await viewer.ofType("hello");
      const queries = dashboard().panels.flatMap((panel) =>
        "targets" in panel ? panel.targets.map(({ expr }) => expr) : []
      ).map((expr) => expr.replaceAll("$__rate_interval", "10s").replaceAll("$instance", ".*"));
      assert.ok(queries.length > 15);
      const waiting = new Set(queries);
      // A rate needs two looks at something that moves.
      for (let round = 0; round < 60 && waiting.size > 0; round++) {
        const asBot = { authorization: `Bearer ${token}` };
        await call("POST", "/bots/v1/messages", { chat_id: chat.chat_id, content: "hi" }, asBot);
        await call("POST", "/bots/v1/messages", { chat_id: chat.chat_id }, asBot);
        await call("POST", `/api/v1/chats/${chat.chat_id}/messages`, { content: "well?" });
        await pause(250);
        for (const query of waiting) {
          const values = (await ask(query)) as { value: [number, string] }[];
          if (values.some(({ value }) => value[1] !== "NaN")) waiting.delete(query);
        }
      }
      assert.deepEqual([...waiting], [], "these have no answer");
      await lint(await (await fetch(`${service.url}/metrics`)).text());
      await viewer.close();
    } finally {
      await prometheus.stop();
      await service.stop();
      await backend.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
});
