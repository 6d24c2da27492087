// Writes the pages that are made from the program itself: `deno task docs`. A unit test fails when one is out of date.
import { asyncApiPage } from "./asyncapi.ts";
import { commandLinePage } from "./command_line.ts";
import { configurationPage } from "./configuration.ts";

export const GENERATED: Record<string, () => string> = {
  "configuration.md": configurationPage,
  "command_line.md": commandLinePage,
  "asyncapi.yaml": asyncApiPage,
};

if (import.meta.main) {
  for (const [file, make] of Object.entries(GENERATED)) {
    await Deno.writeTextFile(new URL(file, import.meta.url), make());
  }
}
