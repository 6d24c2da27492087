import { type Clock, systemClock } from "../client/mod.ts";
import { Agent } from "./agent.ts";
import { Breaker } from "./breaker.ts";
import type { AgentConfig } from "./config.ts";
import { type BridgeLog, logToConsole } from "./log.ts";
import { BridgeMetrics } from "./metrics.ts";

export interface BridgeOptions {
  base_url: string;
  agents: readonly AgentConfig[];
  log?: BridgeLog;
  clock?: Clock;
  fetch?: typeof fetch;
}

export interface Bridge {
  /** Lets answers under way end for `grace` milliseconds (5 s), then leaves them to the next start. */
  stop(options?: { grace?: number }): Promise<void>;
  /** Prometheus text; every name begins with `parley_bridge_`. */
  metrics(): string;
  /** Ends when no agent is left: after `stop`, or when the service has refused every bot. */
  done: Promise<void>;
}

/** Connects every agent's bot to its backend. Returns at once; what happens is told to `log`. */
export function startBridge(options: BridgeOptions): Bridge {
  const { base_url, log = logToConsole, clock = systemClock, fetch = globalThis.fetch } = options;
  const metrics = new BridgeMetrics();
  // One breaker for each backend: agents that share it share what is known about it.
  const breakers = new Map<string, Breaker>();
  const agents = options.agents.map((config) => {
    const key = JSON.stringify([config.backend.url, config.backend.model, config.breaker]);
    const breaker = breakers.get(key) ?? new Breaker(config.breaker, clock);
    breakers.set(key, breaker);
    return new Agent({ baseUrl: base_url, config, breaker, metrics, log, clock, fetch });
  });
  const done = Promise.all(agents.map((agent) => agent.run())).then(() => {});
  return {
    async stop({ grace = 5_000 } = {}) {
      await Promise.all(agents.map((agent) => agent.stop(grace)));
      await done;
    },
    metrics: () => metrics.render(),
    done,
  };
}
