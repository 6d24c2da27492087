import { z } from "zod";
import { parseDuration } from "./duration.ts";
import { ConfigError, fieldName, type Path, readYaml, type YamlSource } from "./yaml_source.ts";

const duration = (fallback: string) =>
  z.string({ error: "Expected a duration with its unit, such as 10s or 500ms" })
    .refine((text) => parseDuration(text) !== null, {
      error: "Expected a duration with its unit, such as 10s or 500ms",
    })
    .transform((text) => parseDuration(text)!)
    .prefault(fallback);

/** A number, also as the text that an environment variable gives. */
function number(schema: z.ZodType<number>) {
  return z.preprocess(
    (value) => typeof value === "string" && value.trim() !== "" ? Number(value) : value,
    schema,
  );
}

const httpUrl = z.url({
  protocol: /^https?$/,
  error: "Expected an http or https address",
}).transform((url) => url.replace(/\/+$/, ""));

const settings = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape);

const backendSchema = settings({
  url: httpUrl,
  model: z.string().min(1),
  api_key: z.string().optional(),
  headers: z.record(z.string(), z.string()).default({}),
});

const timeoutsSchema = settings({
  connect: duration("10s"),
  first_token: duration("60s"),
  stall: duration("30s"),
  total: duration("10m"),
});

const breakerSchema = settings({
  consecutive: number(z.int().positive()).prefault(5),
  ratio: number(z.number().gt(0).max(1)).prefault(0.5),
  min_calls: number(z.int().positive()).prefault(10),
  window: duration("30s"),
  open: duration("15s"),
  open_max: duration("2m"),
});

export const agentSchema = settings({
  bot_token: z.string().min(20, { error: "Expected a bot's token, which starts with svcbot_" }),
  backend: backendSchema,
  system_prompt: z.string().default(""),
  history: z.enum(["thread", "none"]).default("thread"),
  timeouts: timeoutsSchema.prefault({}),
  max_parallel_threads: number(z.int().min(1).max(10_000)).prefault(64),
  retries: number(z.int().min(0).max(10)).prefault(2),
  coalesce: duration("50ms"),
  breaker: breakerSchema.prefault({}),
  fallback: z.string().min(1).default(
    "The agent is unavailable right now. Please try again in a moment.",
  ),
});

/** The `bridge:` part of the service's own configuration. */
export const bridgeSchema = settings({
  agents: z.array(agentSchema).min(1, { error: "Name at least one agent" }),
});

/** The file of a bridge that runs alone. */
export const bridgeFileSchema = bridgeSchema.extend({
  base_url: httpUrl,
  metrics_port: number(z.int().min(0).max(65_535)).optional(),
  metrics_host: z.string().default("127.0.0.1"),
});

export type AgentConfig = z.output<typeof agentSchema>;
export type BridgeConfig = z.output<typeof bridgeSchema>;
export type BridgeFileConfig = z.output<typeof bridgeFileSchema>;

type Environment = (name: string) => string | undefined;

/** Reads the configuration of a bridge that runs alone. Throws a ConfigError that names file, line and field. */
export function parseBridgeConfig(
  text: string,
  { file, env = (name) => Deno.env.get(name) }: { file: string; env?: Environment },
): BridgeFileConfig {
  const source = readYaml(text, { file, env });
  return check(bridgeFileSchema, source.value ?? {}, source, []);
}

/** Reads the `bridge:` part of the service's own configuration, with the same errors; null without one. */
export function parseBridgeSection(
  text: string,
  { file, env }: { file: string; env: Environment },
): BridgeConfig | null {
  const source = readYaml(text, { file, env });
  const section = (source.value as { bridge?: unknown } | null)?.bridge ?? null;
  return section === null ? null : check(bridgeSchema, section, source, ["bridge"]);
}

/** Checks a section that is no longer text, such as one from the environment; `label` names it in errors. */
export function checkBridgeSection(value: unknown, label: string): BridgeConfig {
  const error = (path: Path, message: string) =>
    new ConfigError(`${label}: ${fieldName(path)}: ${message}`);
  return check(bridgeSchema, value, { error }, []);
}

function check<T extends z.ZodType>(
  schema: T,
  value: unknown,
  source: Pick<YamlSource, "error">,
  at: Path,
): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const path = [...at, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    throw source.error([...path, issue.keys[0]!], "Unknown setting: remove it or correct its name");
  }
  const isMissing = valueAt(value, issue.path) === undefined;
  throw source.error(path, isMissing ? "Missing: set it" : issue.message);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}
