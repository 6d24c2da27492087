import { serve as startService } from "../serve.ts";
import type { Command } from "./command.ts";
import { configOf, SETTING_OPTIONS } from "./settings.ts";

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
    await startService(configOf(given, io));
    return 0;
  },
};
