// Where a setting's raw value came from, so that a message can point at it.
import { isCollection, isPair, isScalar, LineCounter, parseDocument, visit } from "yaml";

/** A setting or its environment cannot be used; the message names it and says what to do. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

export interface RawSetting {
  value: unknown;
  /** As a message names it: `PARLEY_PORT`, `--port`, `port (parley.yaml, line 3)`. */
  label: string;
}

type Environment = Record<string, string | undefined>;

/** Replaces `${NAME}` in text by the environment's value, so that secrets stay out of files. */
function fillIn(text: string, env: Environment, where: string): string {
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_, name: string) => {
    const value = env[name];
    if (value === undefined) {
      throw new ConfigError(`Cannot use ${where}: the environment has no ${name}; set it`);
    }
    return value;
  });
}

/** The top-level settings of a YAML text, in the file's order. */
export function readYaml(text: string, file: string, env: Environment): Map<string, RawSetting> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const line = (offset: number | undefined) => lines.linePos(offset ?? 0).line;
  const [problem] = document.errors;
  if (problem) {
    throw new ConfigError(
      `Cannot read ${file}, line ${line(problem.pos[0])}: ${problem.message.split("\n")[0]}`,
    );
  }
  const settings = new Map<string, RawSetting>();
  if (document.contents === null) return settings;
  if (!isCollection(document.contents)) {
    throw new ConfigError(`Cannot read ${file}: it must hold settings, one "name: value" a line`);
  }
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value !== "string") return;
      node.value = fillIn(node.value, env, `${file}, line ${line(node.range?.[0])}`);
    },
  });
  const values = document.toJS() as Record<string, unknown>;
  for (const pair of document.contents.items) {
    if (!isPair(pair) || !isScalar(pair.key)) {
      throw new ConfigError(`Cannot read ${file}: it must hold settings, one "name: value" a line`);
    }
    const name = String(pair.key.value);
    settings.set(name, {
      value: values[name],
      label: `${name} (${file}, line ${line(pair.key.range?.[0])})`,
    });
  }
  return settings;
}
