import { stringify } from "yaml";
import { formatDuration } from "../config/duration.ts";
import { type Config, Settings } from "../config.ts";
import type { Command } from "./command.ts";
import { UsageError } from "./command.ts";
import { configOf, SETTING_OPTIONS } from "./settings.ts";

const SPANS = new Set(["event_retention", "heartbeat", "reply_stall", "reply_lease"]);
const REDACTED = "[set, not shown]";
const SECRET_FIELD = /token|key|secret|password|headers|authorization/i;

/** The configuration as it can be shown: secrets only as being there. */
export function redact(config: Config): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      const meta = Settings.shape[name as keyof Config].meta();
      if (meta?.secret && value !== null) return [name, REDACTED];
      if (SPANS.has(name)) return [name, formatDuration(value as number)];
      return [name, hideSecrets(value)];
    }),
  );
}

function hideSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (typeof value === "string") return withoutCredentials(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_FIELD.test(name) && inner !== null && inner !== "" ? REDACTED : hideSecrets(inner),
    ]),
  );
}

/** A URL without the name and password it may carry. */
function withoutCredentials(text: string): string {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.username === "" && url.password === "") return text;
  url.username = url.password = "";
  return url.href;
}

export const configPrint: Command = {
  name: "config",
  summary: "Show the configuration in force, without its secrets",
  words: "print",
  wordCount: [1, 1],
  nouns: ["print"],
  options: {
    ...SETTING_OPTIONS,
    json: { kind: "flag", about: "As JSON instead of YAML" },
  },
  examples: ["parley config print", "parley config print --config parley.yaml --json"],
  run(given, io) {
    if (given.words[0] !== "print") {
      throw new UsageError(
        `There is no "config ${given.words[0]}"; the command is: parley config print`,
      );
    }
    const shown = redact(configOf(given, io));
    io.out(given.flags.has("json") ? JSON.stringify(shown, null, 2) : stringify(shown).trimEnd());
    return Promise.resolve(0);
  },
};
