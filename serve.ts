// Starts the service: store, app, listener, bridge; and ends it so that nothing is lost.
import { ulid } from "ulid";
import { type App, createApp } from "./app.ts";
import {
  type Bridge,
  checkBridgeSection,
  ConfigError as BridgeConfigError,
  startBridge,
} from "./bridge/mod.ts";
import type { Context, Settings } from "./chat/context.ts";
import { prepareOwner } from "./chat/setup.ts";
import { type Config, ConfigError } from "./config.ts";
import { locateData } from "./config/data_location.ts";
import { type Log, newLog } from "./log.ts";
import { announceAddress, withdrawAddress } from "./store/data_folder.ts";
import { Store } from "./store/store.ts";

const STREAMS_END_MS = 1_000;
const DRAIN_MS = 7_000;
const BRIDGE_GRACE_MS = 1_000;

export interface Service {
  /** Where it listens. */
  url: string;
  context: Context;
  stop(): Promise<void>;
}

/** Runs until a signal asks it to end. */
export async function serve(config: Config): Promise<void> {
  const log = newLog({ level: config.log_level, secrets: [config.owner_token] });
  const service = await start(config, log);
  const { promise, resolve } = Promise.withResolvers<string>();
  const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGTERM", "SIGINT"];
  const handlers = signals.map((signal) => [signal, () => resolve(signal)] as const);
  for (const [signal, handler] of handlers) Deno.addSignalListener(signal, handler);
  const signal = await promise;
  log.info("Draining", { signal });
  for (const [signal, handler] of handlers) Deno.removeSignalListener(signal, handler);
  await service.stop();
  log.info("Stopped");
}

export async function start(config: Config, log: Log): Promise<Service> {
  const started = performance.now();
  const listener = { baseUrl: "" };
  const context = await openContext(config, config.data, log, listener);
  const agents = config.bridge === null ? [] : agentsOf(config.bridge);
  let bridge: Bridge | null = null;
  const app = createApp(context, { furtherMetrics: () => bridge?.metrics() ?? "" });
  const server = Deno.serve({
    hostname: config.host,
    port: config.port,
    onListen: () => {},
    onError: (error) => {
      log.error("A request failed outside its route", { error });
      return new Response(null, { status: 500 });
    },
  }, (request, info) => app.handle(request, info.remoteAddr.hostname));
  const { hostname, port } = server.addr;
  listener.baseUrl = `http://${reachable(hostname)}:${port}`;
  const data = locateData(config.data);
  if (data.kind === "folder") await announceAddress(data.address, listener.baseUrl);
  app.sweeper.start();
  await app.sweeper.sweep();
  const setupLink = await prepareOwner(context);
  log.info("Ready", {
    url: context.settings.baseUrl,
    data: config.data,
    ms: Math.round(performance.now() - started),
  });
  if (agents.length > 0) {
    // Over the network like any stranger: the bridge knows only the bots' public interfaces.
    bridge = startBridge({
      base_url: listener.baseUrl,
      agents,
      log: (level, message, fields) => log[level](message, fields),
    });
  }
  // To whoever started it, and not to the log: the link is a secret.
  if (setupLink !== null) {
    console.log(`\nOpen this link once, within a day, to set up: ${setupLink}\n`);
  }
  return {
    url: listener.baseUrl,
    context,
    async stop() {
      await bridge?.stop({ grace: BRIDGE_GRACE_MS });
      await drain(app, server);
      if (data.kind === "folder") await withdrawAddress(data.address);
      await context.store.close();
    },
  };
}

/** Ends streams and requests; whoever does not end within the time is cut off. */
export async function drain(app: App, server: Deno.HttpServer): Promise<void> {
  // First the streams: the listener would close them with 1001, which does not tell their clients to resume.
  await Promise.race([app.drain(), pause(STREAMS_END_MS)]);
  await Promise.race([server.shutdown(), pause(DRAIN_MS)]);
}

/** The store, opened, and all that the rules work with; `listener` learns its address once there is one. */
export async function openContext(
  config: Config,
  data: string | null,
  log: Log,
  listener: { baseUrl: string },
): Promise<Context> {
  return {
    store: await Store.open({
      data,
      maxQueue: config.max_queue,
      report: (error) => log.error("The store met an error", { error }),
    }),
    settings: settingsOf(config, listener),
    now: Date.now,
    newId: () => ulid(),
    report: (error, fields) => log.error("A request or task failed", { ...fields, error }),
  };
}

function agentsOf(section: Record<string, unknown>) {
  try {
    return checkBridgeSection(section, "bridge").agents;
  } catch (error) {
    throw error instanceof BridgeConfigError ? new ConfigError(error.message) : error;
  }
}

/** The rules' view of the configuration. */
export function settingsOf(config: Config, listener: { baseUrl: string }): Settings {
  return {
    get baseUrl() {
      return config.base_url ?? listener.baseUrl;
    },
    ownerToken: config.owner_token,
    trustedProxies: config.trusted_proxies,
    legacyBotTokenPrefixes: config.legacy_bot_token_prefixes,
    eventRetentionMs: config.event_retention,
    heartbeatMs: config.heartbeat,
    replyStallMs: config.reply_stall,
    replyLeaseMs: config.reply_lease,
    maxStreamsPerBot: config.max_streams_per_bot,
  };
}

function reachable(hostname: string): string {
  if (hostname === "0.0.0.0" || hostname === "::") return "127.0.0.1";
  return hostname.includes(":") ? `[${hostname}]` : hostname;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => Deno.unrefTimer(setTimeout(resolve, ms)));
}
