import { NotABackup, verifyBackup } from "../store/backup.ts";
import { isOwned } from "../store/data_folder.ts";
import { type Command, CommandError } from "./command.ts";
import { bytes, exists, folderOf } from "./folder.ts";
import { DATA_OPTIONS } from "./settings.ts";
import { removedUnlessDone } from "./unfinished.ts";

export const restore: Command = {
  name: "restore",
  summary: "Put a backup into an empty data folder",
  words: "FILE",
  wordCount: [1, 1],
  options: DATA_OPTIONS,
  details:
    "It never overwrites: move the old folder away first, and stop the service that uses it.",
  examples: ["parley restore /var/backups/parley-2026-01-31.kv --data /var/lib/parley"],
  async run(given, io) {
    const [file] = given.words as [string];
    const folder = folderOf(given, io, "restore");
    if (!await exists(file)) {
      throw new CommandError(`Cannot restore ${file}: there is no such file`);
    }
    if (await isOwned(folder.lock)) {
      throw new CommandError(
        `Cannot restore into ${folder.folder}: a service is using it; stop it, or name another folder with --data`,
      );
    }
    // A log without its file would be laid over the restored one.
    if (await exists(folder.file) || await exists(`${folder.file}-wal`)) {
      throw new CommandError(
        `Cannot restore into ${folder.folder}: there is data already, which would be overwritten; ` +
          "move it away, or name another folder with --data",
      );
    }
    try {
      verifyBackup(file);
    } catch (error) {
      throw error instanceof NotABackup ? new CommandError(error.message, { cause: error }) : error;
    }
    const unfinished = `${folder.file}.unfinished-${Deno.pid}`;
    try {
      await Deno.mkdir(folder.folder, { recursive: true, mode: 0o700 });
      await removedUnlessDone([unfinished], async () => {
        await Deno.copyFile(file, unfinished);
        await Deno.rename(unfinished, folder.file);
      });
    } catch (cause) {
      throw new CommandError(
        `Cannot restore into ${folder.folder}: ${
          (cause as Error).message
        }; give it to this user, or name another folder with --data`,
        { cause },
      );
    }
    io.out(`Restored ${bytes((await Deno.stat(folder.file)).size)} into ${folder.folder}`);
    return 0;
  },
};
