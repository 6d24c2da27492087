// Reads a command's words and options, and refuses what it does not know with a suggestion.
import { suggest } from "../config/suggestion.ts";
import { type Command, type Given, UsageError } from "./command.ts";

export function parseArguments(command: Command, args: readonly string[]): Given {
  const given: Given = { words: [], options: {}, flags: new Set() };
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === "--") {
      given.words.push(...rest);
      break;
    }
    // A lone dash is a word: standard input.
    if (!arg.startsWith("-") || arg === "-") {
      given.words.push(arg);
      continue;
    }
    const [name, inline] = split(arg === "-h" ? "--help" : arg);
    if (name === "help") {
      given.flags.add("help");
      continue;
    }
    const option = command.options[name];
    if (option === undefined) throw unknownOption(command, arg, name);
    if (option.kind === "flag") {
      if (inline !== undefined) throw new UsageError(`--${name} takes no value; leave it out`);
      given.flags.add(name);
      continue;
    }
    const value = inline ?? rest.shift();
    if (value === undefined) {
      throw new UsageError(`--${name} needs a value: --${name} ${option.value ?? "VALUE"}`);
    }
    given.options[name] = value;
  }
  if (!given.flags.has("help")) checkWords(command, given.words);
  return given;
}

function split(arg: string): [string, string | undefined] {
  const [, name, inline] = /^--?([^=]*)(?:=([\s\S]*))?$/.exec(arg)!;
  return [name!, inline];
}

function unknownOption(command: Command, arg: string, name: string): UsageError {
  const meant = suggest(name, [...Object.keys(command.options), "help"]);
  return new UsageError(
    `There is no option ${arg.split("=")[0]}` +
      (meant ? `; did you mean --${meant}?` : `; see parley ${command.name} --help`),
  );
}

function checkWords(command: Command, words: string[]): void {
  const [least, most] = command.wordCount ?? [0, 0];
  if (words.length >= least && words.length <= most) return;
  const usage = `parley ${command.name} ${command.words ?? ""}`.trim();
  throw new UsageError(
    words.length < least
      ? `Something is missing; the command is: ${usage}`
      : `"${words[most]}" is one word too many; the command is: ${usage}`,
  );
}
