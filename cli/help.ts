// The help, made from the same table that dispatches.
import type { Command } from "./command.ts";
import { type Io, paint } from "./io.ts";

function columns(rows: readonly [string, string][]): string[] {
  const width = Math.min(34, Math.max(...rows.map(([left]) => left.length)));
  return rows.map(([left, right]) =>
    left.length > width
      ? `  ${left}\n${" ".repeat(width + 4)}${right}`
      : `  ${left.padEnd(width)}  ${right}`
  );
}

export function overview(commands: readonly Command[], io: Pick<Io, "colors">): string {
  const heading = (text: string) => paint(io, "bold", text);
  return [
    `${heading("parley")}: a self-hosted chat service with webhooks, bots and agents`,
    "",
    heading("Usage:") + " parley [COMMAND] [OPTIONS]",
    "",
    heading("Commands:"),
    ...columns(commands.map(({ name, summary }) => [name, summary])),
    "",
    "Without a command it serves. `parley COMMAND --help` tells more about one.",
    "Exit codes: 0 done, 1 failed, 2 not understood.",
  ].join("\n");
}

export function helpOf(command: Command, io: Pick<Io, "colors">): string {
  const heading = (text: string) => paint(io, "bold", text);
  const options = Object.entries(command.options).map(([name, { value, about }]) =>
    [`--${name}${value ? ` ${value}` : ""}`, about] as [string, string]
  );
  const lines = [
    command.summary,
    "",
    `${heading("Usage:")} parley ${command.name}${
      command.words ? ` ${command.words}` : ""
    } [OPTIONS]`,
  ];
  if (command.details) lines.push("", command.details);
  lines.push("", heading("Options:"), ...columns([...options, ["--help", "Show this"]]));
  if (command.examples?.length) {
    lines.push("", heading("Examples:"), ...command.examples.map((example) => `  ${example}`));
  }
  return lines.join("\n");
}
