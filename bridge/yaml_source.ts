import { isNode, LineCounter, parseDocument } from "yaml";

/** A configuration that cannot be used. The message names file, line and field, and never a value that may be secret. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

export type Path = readonly PropertyKey[];

export interface YamlSource {
  value: unknown;
  /** Where a field stands, as `file:line`. */
  locate(path: Path): string;
  /** A ConfigError for the field at `path`, with its line. */
  error(path: Path, message: string): ConfigError;
}

// A `${NAME}` would end a flow mapping such as {api_key: ${KEY}}, so it travels through the YAML parser under
// private-use characters; and its value is put in only after parsing, so that it can never become syntax.
const OPEN = "\uE000";
const CLOSE = "\uE001";
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}\n]*))?\}/g;
const MASKED = new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`, "g");

/** Parses YAML with `${NAME}` and `${NAME:-default}` taken from `env`. */
export function readYaml(
  text: string,
  { file, env }: { file: string; env: (name: string) => string | undefined },
): YamlSource {
  const defaults: (string | undefined)[] = [];
  const masked = text.replace(VARIABLE, (_, name: string, fallback?: string) => {
    defaults.push(fallback);
    return `${OPEN}${name}.${defaults.length - 1}${CLOSE}`;
  });
  const lines = new LineCounter();
  const document = parseDocument(masked, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => `${file}:${lines.linePos(offset).line}`;
  const problem = document.errors[0];
  if (problem) {
    const message = problem.message.replace(MASKED, (_, id: string) => `\${${id.split(".")[0]}}`);
    throw new ConfigError(`${at(problem.pos[0])}: Cannot read the YAML: ${message}`);
  }

  function locate(path: Path): string {
    for (let depth = path.length; depth >= 0; depth--) {
      const node = document.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return at(node.range[0]);
    }
    return `${file}:1`;
  }
  function error(path: Path, message: string): ConfigError {
    const field = fieldName(path);
    return new ConfigError(`${locate(path)}: ${field ? `${field}: ` : ""}${message}`);
  }
  function substitute(value: unknown, path: Path): unknown {
    if (Array.isArray(value)) return value.map((item, i) => substitute(item, [...path, i]));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, substitute(item, [...path, key])]),
      );
    }
    if (typeof value !== "string") return value;
    return value.replace(MASKED, (_, id: string) => {
      const [name, index] = id.split(".") as [string, string];
      // Set but empty is a value, unless there is a default: compose files hand on what is not set as empty.
      const found = env(name) || (defaults[Number(index)] ?? env(name));
      if (found === undefined) {
        throw error(path, `The environment variable ${name} is not set: set it and start again`);
      }
      return found;
    });
  }
  return { value: substitute(document.toJS(), []), locate, error };
}

/** `agents[0].backend.url` */
export function fieldName(path: Path): string {
  return path.map((part, i) =>
    typeof part === "number" ? `[${part}]` : `${i > 0 ? "." : ""}${String(part)}`
  ).join("");
}
