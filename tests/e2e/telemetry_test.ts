// The spans that leave the process when OpenTelemetry is on, seen by a collector.
import assert from "node:assert/strict";
import { startProcess } from "../process.ts";

const TOKEN = "svcusr_0123456789abcdefghijklmnop";

interface ExportedSpan {
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

Deno.test("a post, its commit and its fan-out are spans without URL, token or content", async () => {
  const spans: ExportedSpan[] = [];
  const arrived = Promise.withResolvers<void>();
  const collector = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      if (new URL(request.url).pathname === "/v1/traces") {
        const { resourceSpans } = await request.json();
        for (const { scopeSpans } of resourceSpans) {
          for (const scope of scopeSpans) {
            if (scope.scope?.name === "parley") {
              spans.push(...scope.spans);
            }
          }
        }
        if (spans.some(({ name }) => name === "parley.post")) arrived.resolve();
      }
      return Response.json({});
    },
  );
  const service = await startProcess({
    env: {
      PARLEY_OWNER_TOKEN: TOKEN,
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.addr.port}`,
      OTEL_BSP_SCHEDULE_DELAY: "100",
    },
  });
  try {
    const call = async (path: string, body: unknown) => {
      const response = await fetch(service.url + path, {
        method: "POST",
        headers: { Authorization: `Bearer ${TOKEN}` },
        body: JSON.stringify(body),
      });
      return await response.json();
    };
    const { chat } = await call("/api/v1/chats", { name: "ops", kind: "group" });
    const { url } = await call(`/api/v1/chats/${chat.chat_id}/webhooks`, { name: "w" });
    await call(new URL(url).pathname, { content: "a secret in the content" });
    const late = setTimeout(() => arrived.reject(new Error("no span came")), 15_000);
    await arrived.promise.finally(() => clearTimeout(late));
  } finally {
    await service.stop();
    await collector.shutdown();
  }
  const names = new Set(spans.map(({ name }) => name));
  assert.deepEqual([...names].sort(), ["parley.commit", "parley.fan_out", "parley.post"]);
  const text = JSON.stringify(spans);
  for (const secret of ["svcwh_", "svcusr_", "http://", "/webhooks/", "a secret"]) {
    assert(!text.includes(secret), secret);
  }
  const post = spans.find(({ name }) => name === "parley.post")!;
  assert.equal(
    post.attributes.find(({ key }) => key === "parley.author_kind")!.value.stringValue,
    "webhook",
  );
});
