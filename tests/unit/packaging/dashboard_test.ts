import assert from "node:assert/strict";
import { dashboard, METRICS } from "../../../packaging/grafana/make.ts";
import { BridgeMetrics } from "../../../bridge/metrics.ts";
import { seed } from "../../seed.ts";

Deno.test("the dashboard's file is what make.ts makes", async () => {
  const file = new URL("../../../packaging/grafana/dashboard.json", import.meta.url);
  assert.deepEqual(
    JSON.parse(await Deno.readTextFile(file)),
    dashboard(),
    "run: deno run -A packaging/grafana/make.ts",
  );
});

Deno.test("the dashboard asks only for routes and metrics that the service has", async () => {
  const t = await seed();
  try {
    await t.get("/healthz");
    const { body } = await t.get("/metrics");
    // The bridge adds its gauges once its bots are connected; their names stand where it does.
    const agent = new URL("../../../bridge/agent.ts", import.meta.url);
    const bridge = new BridgeMetrics().render() + await Deno.readTextFile(agent);
    const isTold = (metric: string) =>
      String(body).includes(metric) || bridge.includes(metric) ||
      bridge.includes(`"${metric.replace("parley_bridge_", "")}"`);
    for (const metric of METRICS) {
      assert(isTold(metric.replace(/_bucket$/, "")), metric);
    }
    const names = new Set(t.app.routes.map(({ name }) => name));
    const routes = /route=~\\?"([^"\\]+)/.exec(JSON.stringify(dashboard()))![1]!.split("|");
    for (const route of routes) assert(names.has(route), route);
  } finally {
    await t.close();
  }
});
