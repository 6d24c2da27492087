// docs/configuration.md, from the schema of the settings.
import { environmentName, SETTING_NAMES, Settings } from "../config.ts";

function defaultOf(name: keyof typeof Settings.shape): string {
  const schema = Settings.shape[name];
  const meta = schema.meta();
  if (typeof meta?.default_text === "string") return meta.default_text;
  const value = (schema.def as { defaultValue?: unknown }).defaultValue;
  if (Array.isArray(value)) return "none";
  return `\`${value}\``;
}

function section(name: keyof typeof Settings.shape): string {
  const meta = Settings.shape[name].meta()!;
  return [
    `### \`${name}\``,
    "",
    `${meta.description}.`,
    "",
    `- Environment: \`${environmentName(name)}\``,
    ...(name === "owner_token" || name === "bridge"
      ? []
      : [`- Command line: \`--${name.replaceAll("_", "-")}\``]),
    `- Default: ${defaultOf(name)}`,
    "",
  ].join("\n");
}

export function configurationPage(): string {
  return `<!-- Made by \`deno task docs\` from config.ts; do not edit. -->

# Configuration

Every setting has one name. In the configuration file it stands as it is, in the environment with
\`PARLEY_\` before it and in capitals, on the command line with \`--\` before it and dashes. The
command line wins over the environment, the environment over the file, the file over the default.

The file is YAML, named by \`PARLEY_CONFIG\` or \`--config\`:

\`\`\`yaml
# parley.yaml
port: 8080
data: /var/lib/parley
base_url: https://chat.example.com
trusted_proxies: [127.0.0.1, "::1"]
owner_token: \${OWNER_TOKEN} # taken from the environment, so that the file holds no secret
\`\`\`

- \`\${NAME}\` in a value is replaced by that variable of the environment, \`\${NAME:-text}\` by the text where
  there is none.
- A time is a number with a unit: \`500ms\`, \`10s\`, \`5m\`, \`2h\`, \`7d\`.
- A list in the environment is separated by commas. An empty variable counts as not set.
- A setting that does not exist, or has a value that cannot be used, stops the start with a message that
  names it. So does a variable that begins with \`PARLEY_\` and is none of these.

\`parley config print\` shows what is in force, without secrets; \`parley doctor\` checks whether it works.

## Settings

${SETTING_NAMES.map(section).join("\n")}
## Of the command line only

| Variable | Used by | Meaning |
| --- | --- | --- |
| \`PARLEY_CONFIG\` | all | The configuration file |
| \`PARLEY_URL\` | \`admin\`, \`send\`, \`tail\` | The address of a running service |
| \`PARLEY_BOT_TOKEN\` | \`send\`, \`tail\` | A bot's token |
| \`PARLEY_WEBHOOK_URL\` | \`send\` | A webhook's URL |
| \`NO_COLOR\` | all | No colours, also on a terminal |
`;
}
