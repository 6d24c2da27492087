// Every setting: its name, default, bounds and meaning. The name in the environment is PARLEY_ and the
// same name in capitals; docs/configuration.md is generated from this file.
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { isAddressOrRange } from "./config/address.ts";
import { defaultData, type Platform } from "./config/data_location.ts";
import { duration } from "./config/duration.ts";
import { ConfigError, type RawSetting, readYaml } from "./config/source.ts";
import { suggest } from "./config/suggestion.ts";

export { ConfigError } from "./config/source.ts";

const integer = (min: number, max: number) => {
  const must = { error: `must be a whole number from ${min} to ${max}` };
  return z.preprocess(
    (value) => typeof value === "string" && /^\d+$/.test(value.trim()) ? Number(value) : value,
    z.int(must).min(min, must).max(max, must),
  );
};

const list = (must: string, isItem: (item: string) => boolean) =>
  z.preprocess(
    (value) =>
      typeof value === "string"
        ? value.split(",").map((item) => item.trim()).filter((item) => item !== "")
        : value,
    z.array(z.string({ error: must }).refine(isItem, { error: must }), { error: must }),
  );

function isBaseUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.search === "" && url.hash === "" &&
    url.username === "";
}

export const Settings = z.strictObject({
  host: z.string({ error: "must be an address or a host name" })
    .regex(/^[^\s/]+$/, { error: "must be an address or a host name, without port or scheme" })
    .prefault("127.0.0.1").meta({
      description:
        "The address to listen on. `0.0.0.0` or `::` opens the service to other machines",
    }),
  port: integer(0, 65535).prefault(8080).meta({
    description: "The port to listen on. `0` takes any free one, which the start prints",
  }),
  data: z.string({ error: "must be a folder, :memory:, or the http(s) URL of a KV Connect store" })
    .min(1, { error: "must be a folder, :memory:, or the http(s) URL of a KV Connect store" }).meta(
      {
        description:
          "Where everything is kept: a folder, `:memory:` (gone at the end), or the http(s) URL of a KV Connect store, whose access token goes in `DENO_KV_ACCESS_TOKEN`",
        default_text:
          "`./data` from source; for the binary `$XDG_DATA_HOME/parley` or `~/.local/share/parley`, `~/Library/Application Support/parley`, `%LOCALAPPDATA%\\parley`",
      },
    ),
  base_url: z.string({ error: "must be an absolute http(s) URL" })
    .refine(isBaseUrl, { error: "must be an absolute http(s) URL without query or fragment" })
    .transform((url) => url.replace(/\/+$/, ""))
    .nullable().prefault(null).meta({
      description:
        "What links and webhook URLs begin with. Set it when a reverse proxy is in front",
      default_text: "derived from `host` and `port`",
    }),
  owner_token: z.string({ error: "must be text" })
    .regex(/^[\x21-\x7e]{20,255}$/, {
      error: "must be 20 to 255 printable ASCII characters without spaces",
    })
    .nullable().prefault(null).meta({
      description:
        "An access token of the owner, for automation. With it no set-up is needed. A secret: prefer the environment to the file",
      default_text: "none; the first start prints a one-time set-up link",
      secret: true,
    }),
  trusted_proxies: list(
    "must be a list of IP addresses and CIDR ranges, such as 127.0.0.1 or 10.0.0.0/8",
    isAddressOrRange,
  ).prefault([]).meta({
    description:
      "Peers whose `X-Forwarded-For` or `Forwarded` header is believed: addresses and CIDR ranges. A webhook's IP allowlist sees the caller behind them",
  }),
  legacy_bot_token_prefixes: list(
    "must be a list of token prefixes of 2 to 32 letters, digits, - or _",
    (prefix) => /^[A-Za-z0-9_-]{2,32}$/.test(prefix),
  ).prefault([]).meta({
    description:
      "Prefixes of bot tokens issued before the rename to `svcbot_`. Imported tokens that begin with one are accepted",
  }),
  event_retention: duration({ min: "1s", max: "3650d" }).prefault("7d").meta({
    description: "How long a bot's events are kept for replay",
  }),
  heartbeat: duration({ min: "50ms", max: "10m" }).prefault("30s").meta({
    description: "How often a stream is pinged. A peer that is silent for two intervals is closed",
  }),
  reply_stall: duration({ min: "50ms", max: "1d" }).prefault("60s").meta({
    description: "After this much silence a reply being generated is shown as stalled",
  }),
  reply_lease: duration({ min: "50ms", max: "7d" }).prefault("10m").meta({
    description: "After this much silence a reply being generated is finalized as interrupted",
  }),
  max_streams_per_bot: integer(1, 10_000).prefault(16).meta({
    description: "Open streams of one bot. The next one is closed with 4008",
  }),
  max_queue: integer(1, 10_000_000).prefault(10_000).meta({
    description: "Posts that may wait to be written. Past it a post is refused with `send_failed`",
  }),
  log_level: z.enum(["debug", "info", "warn", "error"], {
    error: "must be debug, info, warn or error",
  }).prefault("info").meta({ description: "The least important lines that are logged" }),
  bridge: z.record(z.string(), z.unknown(), { error: "must be a section with a list of agents" })
    .nullable().prefault(null).meta({
      description:
        "Agents that answer in threads, run inside the service; see [bridge.md](bridge.md). In the environment: the section's YAML text",
      default_text: "none",
    }),
});

/** The settings as the program uses them; times are in milliseconds. */
export type Config = z.infer<typeof Settings>;
export type SettingName = keyof Config;

export const SETTING_NAMES = Object.keys(Settings.shape) as SettingName[];
export const environmentName = (name: string): string => `PARLEY_${name.toUpperCase()}`;

/** Names of the environment that are not settings of the service but of its command line. */
const COMMAND_LINE_VARIABLES = [
  "PARLEY_CONFIG",
  "PARLEY_URL",
  "PARLEY_BOT_TOKEN",
  "PARLEY_WEBHOOK_URL",
];

export interface ConfigSources {
  env: Record<string, string | undefined>;
  /** Reads the configuration file; only called when one is named. */
  readFile: (path: string) => string;
  /** Settings given on the command line, by name; `config` names the file. */
  flags?: Record<string, string | undefined>;
  platform?: Platform;
}

function refuseUnknown(label: string, name: string, known: string[]): never {
  const meant = suggest(name, known);
  throw new ConfigError(
    `Cannot use ${label}: there is no such setting; ` +
      (meant ? `did you mean ${meant}?` : "docs/configuration.md lists them all"),
  );
}

function readConfigFile({ env, readFile, flags }: ConfigSources): Map<string, RawSetting> {
  const path = flags?.config ?? env.PARLEY_CONFIG;
  if (!path) return new Map();
  try {
    return readYaml(readFile(path), path, env);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(
      `Cannot read the configuration file ${path}: check that it is there and may be read`,
      { cause: error },
    );
  }
}

/** Every raw setting with its origin: the command line before the environment before the file. */
function collect(sources: ConfigSources): Map<string, RawSetting> {
  const raw = readConfigFile(sources);
  for (const [name, { label }] of raw) {
    if (!(name in Settings.shape)) refuseUnknown(label(), name, SETTING_NAMES);
  }
  const variables = [...SETTING_NAMES.map(environmentName), ...COMMAND_LINE_VARIABLES];
  for (const variable of Object.keys(sources.env)) {
    if (!variable.startsWith("PARLEY_") || variables.includes(variable)) continue;
    if (isServiceLink(variable, sources.env)) continue;
    refuseUnknown(variable, variable, variables);
  }
  for (const name of SETTING_NAMES) {
    const [flag, variable] = [sources.flags?.[name], sources.env[environmentName(name)]];
    if (flag !== undefined) {
      raw.set(name, { value: flag, label: () => `--${name.replaceAll("_", "-")}` });
    } else if (variable) {
      const value = name === "bridge" ? parseYaml(variable) : variable;
      raw.set(name, { value, label: () => environmentName(name) });
    }
  }
  return raw;
}

/** Kubernetes puts `PARLEY_SERVICE_HOST` and its like beside a service of this name; they are not ours. */
function isServiceLink(variable: string, env: ConfigSources["env"]): boolean {
  return env.KUBERNETES_SERVICE_HOST !== undefined &&
    /^PARLEY_(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP))/.test(variable);
}

function explain(name: SettingName, issue: z.core.$ZodIssue, raw: RawSetting): string {
  // A section may hold keys of backends.
  const isSecret = name === "bridge" || Settings.shape[name].meta()?.secret;
  const shown = isSecret ? "" : ` is ${JSON.stringify(raw.value)} and`;
  // A list in one text has no parts that its user could count.
  const path = typeof raw.value === "string" ? "" : issue.path.slice(1).join(".");
  const hint = String(raw.value).startsWith("tcp://")
    ? "; Kubernetes set it for a service of this name: put `enableServiceLinks: false` in the pod's specification"
    : "; correct it, or remove it for the default";
  return `Cannot use ${raw.label(issue.path.slice(1))}: it${shown} ${
    path && `${path} `
  }${issue.message}${hint}`;
}

/** What is wrong stands on the command line, all of it. */
export class OptionError extends ConfigError {}

/** Reads and checks every setting, or throws a ConfigError with a line for each that is wrong. */
export function loadConfig(sources: ConfigSources): Config {
  const platform = sources.platform ?? { os: Deno.build.os, standalone: Deno.build.standalone };
  const raw = collect(sources);
  const values = Object.fromEntries([...raw].map(([name, { value }]) => [name, value]));
  values.data ??= defaultData(platform, sources.env);
  const result = Settings.safeParse(values);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => {
    const name = issue.path[0] as SettingName;
    return explain(name, issue, raw.get(name) ?? { value: values[name], label: () => name });
  });
  const isOption = ({ path }: z.core.$ZodIssue) =>
    sources.flags?.[path[0] as SettingName] !== undefined;
  const Fault = result.error.issues.every(isOption) ? OptionError : ConfigError;
  throw new Fault([...new Set(problems)].join("\n"));
}
