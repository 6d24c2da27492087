// Where a setting's raw value came from, so that a message can point at it.
import { ConfigError, type Path, readYaml as readSource } from "../bridge/yaml_source.ts";

/** A setting or its environment cannot be used; the message names it and says what to do. */
export { ConfigError };

export interface RawSetting {
  value: unknown;
  /** As a message names it, or a field within it: `PARLEY_PORT`, `--port`, `port (parley.yaml:3)`. */
  label(within?: Path): string;
}

type Environment = Record<string, string | undefined>;

/** The top-level settings of a YAML text, in the file's order, with `${NAME}` filled in from the environment. */
export function readYaml(text: string, file: string, env: Environment): Map<string, RawSetting> {
  const { value, locate } = readSource(text, { file, env: (name) => env[name] });
  const settings = value ?? {};
  if (typeof settings !== "object" || Array.isArray(settings)) {
    throw new ConfigError(`Cannot read ${file}: it must hold settings, one "name: value" a line`);
  }
  return new Map(
    Object.entries(settings).map(([name, value]) => [name, {
      value,
      label: (within = []) => `${name} (${locate([name, ...within])})`,
    }]),
  );
}
