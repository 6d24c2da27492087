// One JSON object a line. Whatever is logged goes through the redactor: no token and no webhook URL ever stands in a log.
export type Level = "debug" | "info" | "warn" | "error";
export type Fields = Record<string, unknown>;

const RANK: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 };

export interface Log {
  debug(message: string, fields?: Fields): void;
  info(message: string, fields?: Fields): void;
  warn(message: string, fields?: Fields): void;
  error(message: string, fields?: Fields): void;
}

export interface LogOptions {
  level: Level;
  write?: (line: string) => void;
  now?: () => number;
  /** Further secrets that must never appear, such as the configured owner token. */
  secrets?: readonly (string | null)[];
}

export function newLog(options: LogOptions): Log {
  const { level, write = (line) => console.error(line), now = Date.now } = options;
  const secrets = (options.secrets ?? []).filter((secret) => secret !== null);
  const line = (of: Level) => (message: string, fields: Fields = {}) => {
    if (RANK[of] < RANK[level]) return;
    const time = new Date(now()).toISOString();
    write(redact(JSON.stringify({ time, level: of, message, ...plain(fields) }), secrets));
  };
  return { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") };
}

const TOKEN = /\b(svc[a-z]{2,4}_)[0-9A-Za-z]{6,}/g;
const HOOK_PATH = /(\/(?:webhooks\/v\d+|hooks)\/[^/\s"?#]+\/)[^\s"?#\\]+/g;
const TOKEN_PARAMETER = /([?&#](?:token|setup_token|access_token)=)[^&\s"#\\]+/gi;
const AUTHORIZATION = /((?:Bearer|Basic) +)[^\s"\\]+/gi;

export function redact(text: string, secrets: readonly string[] = []): string {
  let safe = text.replace(HOOK_PATH, "$1[redacted]")
    .replace(TOKEN_PARAMETER, "$1[redacted]")
    .replace(AUTHORIZATION, "$1[redacted]")
    .replace(TOKEN, "$1[redacted]");
  for (const secret of secrets) if (secret !== "") safe = safe.replaceAll(secret, "[redacted]");
  return safe;
}

function plain(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map((
      [name, value],
    ) => [name, value instanceof Error ? told(value) : value]),
  );
}

function told(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${told(error.cause)}` : "";
  return (error.stack ?? String(error)) + cause;
}
