// docs/command_line.md, from the table of commands.
import { COMMANDS } from "../cli/commands.ts";
import { helpOf, overview } from "../cli/help.ts";

const plain = { colors: false };

export function commandLinePage(): string {
  const sections = COMMANDS.map((command) =>
    `## parley ${command.name}\n\n\`\`\`text\n${helpOf(command, plain)}\n\`\`\`\n`
  );
  return `<!-- Made by \`deno task docs\` from cli/commands.ts; do not edit. -->

# The command line

The binary is \`parley\`; from the source tree it is \`deno task parley\`. Settings are described in
[configuration.md](configuration.md).

\`\`\`text
${overview(COMMANDS, plain)}
\`\`\`

${sections.join("\n")}`;
}
