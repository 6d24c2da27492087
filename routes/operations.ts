// Whether it lives, whether it takes writes, and how it is doing.
import { z } from "zod";
import { Refusal } from "../chat/errors.ts";
import { ok } from "./answers.ts";
import { anyone } from "./guards.ts";
import type { Metrics } from "./metrics_registry.ts";
import { type Route, route } from "./route.ts";

export interface OperationsOptions {
  metrics: Metrics;
  isDraining: () => boolean;
  /** Further metrics in Prometheus text, such as the bridge's. */
  furtherMetrics: () => string;
}

const PROBE_TIMEOUT_MS = 2_000;

export function operationsRoutes(
  { metrics, isDraining, furtherMetrics }: OperationsOptions,
): Route[] {
  return [
    route({
      method: "GET",
      path: "/healthz",
      name: "health",
      summary: "Whether the process is alive",
      who: anyone,
      answer: z.object({ ok: z.literal(true) }),
      handle: () => ok({}),
    }),
    route({
      method: "GET",
      path: "/readyz",
      name: "readiness",
      summary: "Whether the store takes writes and the service is not draining",
      who: anyone,
      answer: z.object({ ok: z.literal(true) }),
      errors: ["unavailable"],
      handle: async ({ context }) => {
        if (isDraining()) {
          throw new Refusal("unavailable", {
            message: "The service is draining; use another, or wait",
          });
        }
        await inTime(context.store.probe());
        return ok({});
      },
    }),
    route({
      method: "GET",
      path: "/metrics",
      name: "metrics",
      summary: "Metrics in Prometheus text",
      who: anyone,
      answer: z.string(),
      handle: () => ({
        body: metrics.text() + furtherMetrics(),
        headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" },
      }),
    }),
  ];
}

async function inTime(probe: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error("The store did not answer the probe")),
      PROBE_TIMEOUT_MS,
    );
  });
  try {
    await Promise.race([probe, late]);
  } catch (cause) {
    throw new Refusal("unavailable", {
      message: "The store does not take writes; see the log",
      cause,
    });
  } finally {
    clearTimeout(timer);
  }
}
