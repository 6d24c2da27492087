// The service's settings as options of a command.
import { ConfigError as BridgeConfigError, parseBridgeSection } from "../bridge/mod.ts";
import {
  type Config,
  ConfigError,
  type ConfigSources,
  loadConfig,
  OptionError,
  SETTING_NAMES,
  Settings,
} from "../config.ts";
import { type Given, type Options, UsageError } from "./command.ts";
import type { Io } from "./io.ts";

// A secret on the command line can be read by every process of the machine; a section is too long for it.
const NOT_AN_OPTION = new Set(["owner_token", "bridge"]);

const optionName = (setting: string) => setting.replaceAll("_", "-");
const settable = SETTING_NAMES.filter((name) => !NOT_AN_OPTION.has(name));

export const SETTING_OPTIONS: Options = {
  config: { kind: "text", value: "FILE", about: "The configuration file (YAML); PARLEY_CONFIG" },
  ...Object.fromEntries(settable.map((name) => [optionName(name), {
    kind: "text" as const,
    value: "VALUE",
    about: (Settings.shape[name].meta()?.description ?? "").split(/[.;:] /)[0]!.replaceAll("`", ""),
  }])),
};

/** The options of a command that needs the data and little else. */
export const DATA_OPTIONS: Options = {
  config: SETTING_OPTIONS.config!,
  data: SETTING_OPTIONS.data!,
};

export function configOf({ options }: Given, io: Io): Config {
  const flags: Record<string, string | undefined> = { config: options.config };
  for (const name of settable) flags[name] = options[optionName(name)];
  const config = readSettings({ env: io.env, readFile: io.readFile, flags });
  const file = flags.config ?? io.env.PARLEY_CONFIG;
  if (config.bridge !== null && !io.env.PARLEY_BRIDGE && file) checkBridge(file, io);
  return config;
}

/** A bad value of an option is a command line that is not understood; one of the file or environment is not. */
function readSettings(sources: ConfigSources): Config {
  try {
    return loadConfig(sources);
  } catch (error) {
    throw error instanceof OptionError ? new UsageError(error.message) : error;
  }
}

/** The settings know that there is a section for the bridge; the bridge knows what may stand in it, and on which line. */
function checkBridge(file: string, io: Io): void {
  try {
    parseBridgeSection(io.readFile(file), { file, env: (name) => io.env[name] });
  } catch (error) {
    throw error instanceof BridgeConfigError ? new ConfigError(error.message) : error;
  }
}
