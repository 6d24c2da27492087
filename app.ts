// The only wiring, and the one list of every route.
import type { Context } from "./chat/context.ts";
import { Metrics } from "./routes/metrics_registry.ts";
import { type Handler, newHandler } from "./routes/pipeline.ts";
import type { Route } from "./routes/route.ts";
import { serveAsset } from "./routes/web_assets.ts";

export interface App {
  handle: Handler;
  metrics: Metrics;
  routes: readonly Route[];
}

export const ROUTES: readonly Route[] = [];

export function createApp(context: Context): App {
  const metrics = new Metrics();
  const handle = newHandler(context, ROUTES, metrics, serveAsset);
  return { handle, metrics, routes: ROUTES };
}
