import { serve as startService } from "../serve.ts";
import type { Config } from "../config.ts";
import { type Command, CommandError } from "./command.ts";
import { configOf, SETTING_OPTIONS } from "./settings.ts";

/** What the system refuses at the start, as something that the user can mend. */
function explained(error: unknown, { host, port, data }: Config): unknown {
  const options = { cause: error };
  if (error instanceof Deno.errors.AddrInUse) {
    return new CommandError(
      `Cannot listen on ${host}:${port}: another program does; stop it, or choose another port with --port (parley doctor says whether it is Parley)`,
      options,
    );
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return new CommandError(
      `Cannot listen on ${host}: this machine does not have that address; correct --host`,
      options,
    );
  }
  if (error instanceof Error && /lookup address/.test(error.message)) {
    return new CommandError(
      `Cannot listen on ${host}: there is no host of this name; correct --host`,
      options,
    );
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return new CommandError(
      port > 0 && port < 1024
        ? `Cannot listen on port ${port}: ports below 1024 need a privilege; choose one above and put a proxy in front`
        : `Cannot open ${data}: ${error.message}; give the folder to this user, or name another with --data`,
      options,
    );
  }
  return error;
}

export const serve: Command = {
  name: "serve",
  summary: "Start the service (the default)",
  options: SETTING_OPTIONS,
  details: "Every option is also a setting of the configuration file and of the environment;\n" +
    "docs/configuration.md describes them all.",
  examples: [
    "parley serve",
    "parley serve --host 0.0.0.0 --port 8080 --base-url https://chat.example.com",
    "PARLEY_DATA=:memory: parley serve --port 0",
  ],
  async run(given, io) {
    const config = configOf(given, io);
    try {
      await startService(config);
    } catch (error) {
      throw explained(error, config);
    }
    return 0;
  },
};
