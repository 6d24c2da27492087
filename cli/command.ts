// What a command is: one row of the table that dispatch, help and shell completion are made from.
import type { Io } from "./io.ts";

/** 0 done, 1 failed, 2 not understood. */
export type ExitCode = 0 | 1 | 2;

export interface Option {
  kind: "text" | "flag";
  /** What the value is, in the help: `--port NUMBER`. */
  value?: string;
  about: string;
}
export type Options = Record<string, Option>;

export interface Given {
  words: string[];
  options: Record<string, string | undefined>;
  flags: Set<string>;
}

export interface Command {
  name: string;
  summary: string;
  /** The words after the name, for the help: `FILE`, `[TEXT]`. */
  words?: string;
  /** How many words it takes, at least and at most. */
  wordCount?: readonly [number, number];
  options: Options;
  examples?: readonly string[];
  details?: string;
  /** For completion: words that may follow. */
  nouns?: readonly string[];
  /** For completion: what may follow each of them. */
  verbs?: Readonly<Record<string, readonly string[]>>;
  run(given: Given, io: Io): Promise<ExitCode>;
}

/** The command line cannot be understood; the message says why and what is known. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** The command could not do its work, for a reason that its user can mend. */
export class CommandError extends Error {
  override name = "CommandError";
}
