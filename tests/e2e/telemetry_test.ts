// The spans that leave the process when OpenTelemetry is on, seen by a collector.
import assert from "node:assert/strict";
import { startProcess } from "../process.ts";
import { runCommand } from "../unit/cli/screen.ts";

const EXPECTED = ["parley.backend", "parley.commit", "parley.fan_out", "parley.post"];

interface ExportedSpan {
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** Collects what the service exports; `seen` resolves when there is a span of each name. */
function collect(names: readonly string[]) {
  const spans: ExportedSpan[] = [];
  const seen = Promise.withResolvers<void>();
  const late = setTimeout(() => seen.reject(new Error(`There are only ${have()}`)), 15_000);
  const have = () => [...new Set(spans.map(({ name }) => name))].sort();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    if (new URL(request.url).pathname === "/v1/traces") {
      const { resourceSpans } = await request.json();
      for (const { scopeSpans } of resourceSpans) {
        for (const { scope, spans: found } of scopeSpans) {
          if (scope?.name === "parley") spans.push(...found);
        }
      }
      if (names.every((name) => have().includes(name))) seen.resolve();
    }
    return Response.json({});
  });
  return { server, spans, have, seen: seen.promise.finally(() => clearTimeout(late)) };
}

const delta = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

Deno.test("a post, its commit, its fan-out and an agent's call are spans without URL, token or content", async () => {
  const data = await Deno.makeTempDir();
  const admin = async (...args: string[]) => {
    const { code, out, err } = await runCommand(["admin", ...args, "--quiet", "--data", data]);
    assert.equal(code, 0, err);
    return out.trim();
  };
  await admin("chats", "create", "ops");
  const hook = new URL(await admin("webhooks", "create", "1", "w")).pathname;
  const token = await admin("bots", "create", "helper");
  await admin("chats", "add-bot", "1", "helper");

  const collector = collect(EXPECTED);
  const backend = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    () =>
      new Response(delta("a secret answer") + "data: [DONE]\n\n", {
        headers: { "content-type": "text/event-stream" },
      }),
  );
  const service = await startProcess({
    env: {
      PARLEY_DATA: data,
      PARLEY_BRIDGE: JSON.stringify({
        agents: [{
          bot_token: token,
          backend: {
            url: `http://127.0.0.1:${backend.addr.port}/secret/v1`,
            model: "m",
            api_key: "sk-1",
          },
        }],
      }),
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.server.addr.port}`,
      OTEL_BSP_SCHEDULE_DELAY: "100",
    },
  });
  try {
    const response = await fetch(service.url + hook, {
      method: "POST",
      body: JSON.stringify({ content: "@helper a secret question" }),
    });
    assert.equal((await response.json()).ok, true);
    await collector.seen;
  } finally {
    await service.stop();
    await Promise.all([collector.server.shutdown(), backend.shutdown()]);
    await Deno.remove(data, { recursive: true });
  }
  assert.deepEqual(collector.have(), EXPECTED);
  const text = JSON.stringify(collector.spans);
  for (const secret of ["svcwh_", "svcbot_", "http://", "/webhooks/", "secret", "sk-1"]) {
    assert(!text.includes(secret), secret);
  }
  const call = collector.spans.find(({ name }) => name === "parley.backend")!;
  const model = call.attributes.find(({ key }) => key === "gen_ai.request.model");
  assert.equal(model!.value.stringValue, "m");
});
