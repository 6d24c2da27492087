import { backUp, verifyBackup } from "../store/backup.ts";
import { type Command, CommandError } from "./command.ts";
import { bytes, exists, folderOf } from "./folder.ts";
import { DATA_OPTIONS } from "./settings.ts";
import { removedUnlessDone } from "./unfinished.ts";

export const backup: Command = {
  name: "backup",
  summary: "Copy the data into one file, also while the service runs",
  words: "FILE",
  wordCount: [1, 1],
  options: DATA_OPTIONS,
  details:
    "The copy is the state as of one commit: whatever was acknowledged before the command began is\n" +
    "in it. It holds everything, the hashes of tokens and passwords included: keep it as safe as the data.",
  examples: ["parley backup /var/backups/parley-$(date +%F).kv --data /var/lib/parley"],
  async run(given, io) {
    const [file] = given.words as [string];
    const folder = folderOf(given, io, "back up");
    if (!await exists(folder.file)) {
      throw new CommandError(
        `Cannot back up: there is no ${folder.file}; name the folder with --data`,
      );
    }
    if (await exists(file)) {
      throw new CommandError(`Cannot back up to ${file}: it is there already; choose another name`);
    }
    const started = performance.now();
    // Under another name until it is whole, so that a file of the right name is a whole backup.
    const unfinished = `${file}.unfinished-${Deno.pid}`;
    try {
      await removedUnlessDone([unfinished], async () => {
        (await Deno.open(unfinished, { write: true, createNew: true, mode: 0o600 })).close();
        await backUp(folder.file, unfinished);
        verifyBackup(unfinished);
        await Deno.rename(unfinished, file);
      });
    } catch (error) {
      throw new CommandError(`Cannot back up to ${file}: ${(error as Error).message}`, {
        cause: error,
      });
    }
    const { size } = await Deno.stat(file);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    io.out(`Wrote ${file}: ${bytes(size)} in ${seconds} s`);
    return 0;
  },
};
