// From arguments to an exit code: finds the command, and turns what it throws into a message and a code.
import denoJson from "../deno.json" with { type: "json" };
import { ConfigError } from "../config.ts";
import { suggest } from "../config/suggestion.ts";
import { parseArguments } from "./arguments.ts";
import { type Command, CommandError, type ExitCode, UsageError } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { helpOf, overview } from "./help.ts";
import { type Io, OutputLost, paint } from "./io.ts";

export const VERSION: string = denoJson.version;

export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  try {
    const [first, ...rest] = args;
    if (first === "--help" || first === "-h" || first === "help") {
      return help(rest[0], io);
    }
    if (first === "--version" || first === "-V" || first === "version") {
      io.out(`parley ${VERSION}`);
      return 0;
    }
    const isOption = first === undefined || first.startsWith("-");
    const command = find(isOption ? "serve" : first);
    const given = parseArguments(command, isOption ? args : rest);
    if (given.flags.has("help")) return help(command.name, io);
    return await command.run(given, io);
  } catch (error) {
    return explain(error, io);
  }
}

function find(name: string): Command {
  const command = COMMANDS.find((command) => command.name === name);
  if (command !== undefined) return command;
  const meant = suggest(name, COMMANDS.map(({ name }) => name));
  throw new UsageError(
    `There is no command "${name}"` + (meant ? `; did you mean ${meant}?` : "; see parley --help"),
  );
}

function help(name: string | undefined, io: Io): ExitCode {
  io.out(name === undefined ? overview(COMMANDS, io) : helpOf(find(name), io));
  return 0;
}

/** Failures of the store whose message says what to do. */
const TELLING = new Set(["DataFolderInUse", "DataUnusable", "SchemaTooNew", "ImportUnfinished"]);

// An expected failure is its message; anything else is a bug, and its trace helps to mend it.
function explain(error: unknown, io: Io): ExitCode {
  const expected = error instanceof UsageError || error instanceof CommandError ||
    error instanceof ConfigError || error instanceof OutputLost ||
    (error instanceof Error && TELLING.has(error.name));
  const text = expected
    ? error.message
    : error instanceof Error
    ? error.stack ?? error.message
    : String(error);
  for (const line of text === "" ? [] : text.split("\n")) {
    io.err(`${paint({ colors: io.errorColors }, "red", "error")}: ${line}`);
  }
  return error instanceof UsageError ? 2 : 1;
}
