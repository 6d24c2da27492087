// The command line's door; what it can do stands in cli/commands.ts.
import { terminalIo } from "./cli/io.ts";
import { run } from "./cli/run.ts";

if (import.meta.main) Deno.exit(await run(Deno.args, terminalIo()));
