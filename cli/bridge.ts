import { ConfigError as BridgeConfigError, parseBridgeConfig, startBridge } from "../bridge/mod.ts";
import { ConfigError } from "../config.ts";
import { newLog } from "../log.ts";
import { type Command, CommandError, type Given, UsageError } from "./command.ts";
import type { Io } from "./io.ts";

function configOf({ options }: Given, io: Io) {
  const file = options.config ?? io.env.PARLEY_CONFIG;
  if (!file) throw new UsageError("The bridge needs its configuration: give --config FILE");
  let text: string;
  try {
    text = io.readFile(file);
  } catch (cause) {
    throw new CommandError(`Cannot read ${file}: check that it is there and may be read`, {
      cause,
    });
  }
  try {
    return parseBridgeConfig(text, { file, env: (name) => io.env[name] });
  } catch (error) {
    throw error instanceof BridgeConfigError ? new ConfigError(error.message) : error;
  }
}

export const bridge: Command = {
  name: "bridge",
  summary: "Connect bots to agents, beside a service anywhere",
  options: {
    config: { kind: "text", value: "FILE", about: "The bridge's configuration (YAML)" },
  },
  details: "docs/bridge.md describes the file; examples/bridge.yaml is one to begin with.",
  examples: ["BOT_TOKEN=svcbot_… parley bridge --config bridge.yaml"],
  async run(given, io) {
    const { metrics_port, metrics_host, ...config } = configOf(given, io);
    const log = newLog({
      level: "info",
      secrets: config.agents.flatMap(({ bot_token, backend }) => [
        bot_token,
        backend.api_key ?? null,
      ]),
    });
    const running = startBridge({
      ...config,
      log: (level, message, fields) => log[level](message, fields),
    });
    const metrics = metrics_port === undefined ? null : Deno.serve(
      { hostname: metrics_host, port: metrics_port, onListen: () => {} },
      (request) =>
        new URL(request.url).pathname === "/metrics"
          ? new Response(running.metrics(), { headers: { "content-type": "text/plain" } })
          : new Response("The metrics are at /metrics\n", { status: 404 }),
    );
    log.info("The bridge is running", {
      agents: config.agents.length,
      ...(metrics === null ? {} : { metrics_port: metrics.addr.port }),
    });
    const asked = Promise.withResolvers<"signal">();
    const onSignal = () => asked.resolve("signal");
    const signals: Deno.Signal[] = Deno.build.os === "windows" ? ["SIGINT"] : ["SIGTERM", "SIGINT"];
    for (const signal of signals) Deno.addSignalListener(signal, onSignal);
    io.signal.addEventListener("abort", onSignal, { once: true });
    const end = await Promise.race([asked.promise, running.done.then(() => "refused" as const)]);
    for (const signal of signals) Deno.removeSignalListener(signal, onSignal);
    await running.stop();
    await metrics?.shutdown();
    // The log has said why each agent stopped.
    return end === "signal" ? 0 : 1;
  },
};
