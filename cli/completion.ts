// Completion scripts, made from the table of commands.
import { type Command, type Options, UsageError } from "./command.ts";

const flagsOf = (options: Options) => [...Object.keys(options), "help"].map((name) => `--${name}`);

/** What may follow the nouns of each command. */
const verbLists = (commands: readonly Command[]) =>
  commands.flatMap(({ name, verbs = {} }) =>
    Object.entries(verbs).map(([noun, verbs]) => ({ name, noun, verbs }))
  );

function bash(commands: readonly Command[]): string {
  const cases = commands.map(({ name, options, nouns = [] }) =>
    `    ${name}) words="${[...nouns, ...flagsOf(options)].join(" ")}" ;;`
  );
  const verbCases = verbLists(commands).map(({ name, noun, verbs }) =>
    `      "${name} ${noun}") words="${verbs.join(" ")}" ;;`
  );
  return `_parley() {
  local words
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="${commands.map(({ name }) => name).join(" ")} --help --version" ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${commands.map(({ name }) => name).join(" ")} --help --version"
  if [ "$COMP_CWORD" -eq 3 ]; then
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${verbCases.join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _parley parley`;
}

const quoted = (text: string) => text.replaceAll("'", "");

function zsh(commands: readonly Command[]): string {
  const cases = commands.map(({ name, options, nouns = [] }) => {
    const flags = Object.entries(options).map(([option, { kind, about }]) =>
      `'--${option}[${quoted(about).replace(/[[\]:]/g, " ")}]${
        kind === "text" ? ":value:_files" : ""
      }'`
    );
    const words = nouns.length > 0 ? [`'1:what:(${nouns.join(" ")})'`] : ["'*:file:_files'"];
    const cases = verbLists(commands).filter((list) => list.name === name).map(({ noun, verbs }) =>
      `${noun}) compadd ${verbs.join(" ")} ;;`
    );
    if (cases.length > 0) words.push(`'2:action:{case $words[2] in ${cases.join(" ")} esac}'`);
    return `    ${name}) _arguments ${[...flags, ...words].join(" ")} ;;`;
  });
  const names = commands.map(({ name, summary }) => `'${name}:${quoted(summary)}'`);
  return `#compdef parley
_parley() {
  local -a commands=(${names.join(" ")})
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  local name=$words[2]
  shift words; (( CURRENT-- ))
  case $name in
${cases.join("\n")}
  esac
}
compdef _parley parley`;
}

function fish(commands: readonly Command[]): string {
  return commands.flatMap(({ name, summary, options, nouns = [], verbs = {} }) => [
    `complete -c parley -n __fish_use_subcommand -a ${name} -d '${quoted(summary)}'`,
    ...nouns.map((noun) =>
      `complete -c parley -n '__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${
        nouns.join(" ")
      }' -a ${noun}`
    ),
    ...Object.entries(verbs).map(([noun, verbs]) =>
      `complete -c parley -n '__fish_seen_subcommand_from ${name}; and __fish_seen_subcommand_from ${noun}; and not __fish_seen_subcommand_from ${
        verbs.join(" ")
      }' -a '${verbs.join(" ")}'`
    ),
    ...Object.entries(options).map(([option, { kind, about }]) =>
      `complete -c parley -n '__fish_seen_subcommand_from ${name}' -l ${option}${
        kind === "text" ? " -r" : ""
      } -d '${quoted(about)}'`
    ),
  ]).join("\n");
}

const SHELLS: Record<string, (commands: readonly Command[]) => string> = { bash, zsh, fish };

/** The command that prints them; it is given the table because it is a row of it. */
export function completionOf(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    summary: "Print a completion script for bash, zsh or fish",
    words: "SHELL",
    wordCount: [1, 1],
    nouns: Object.keys(SHELLS),
    options: {},
    examples: [
      "parley completion bash > ~/.local/share/bash-completion/completions/parley",
      "parley completion zsh > ~/.zfunc/_parley",
      "parley completion fish > ~/.config/fish/completions/parley.fish",
    ],
    run({ words: [shell] }, io) {
      const script = SHELLS[shell!];
      if (script === undefined) {
        throw new UsageError(`There is no completion for "${shell}"; take bash, zsh or fish`);
      }
      io.out(script(commands()));
      return Promise.resolve(0);
    },
  };
}
