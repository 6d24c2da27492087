// The service's settings as options of a command.
import { type Config, loadConfig, SETTING_NAMES, Settings } from "../config.ts";
import type { Given, Options } from "./command.ts";
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
  return loadConfig({ env: io.env, readFile: io.readFile, flags });
}
