import { join } from "node:path";
import { type DataLocation, locateData } from "../config/data_location.ts";
import { backUp } from "../store/backup.ts";
import { exportFrom } from "../store/data_folder.ts";
import { type Command, CommandError, type Given } from "./command.ts";
import { exists, type Folder, folderOf } from "./folder.ts";
import type { Io } from "./io.ts";
import { startProgress } from "./progress.ts";
import { configOf, DATA_OPTIONS } from "./settings.ts";
import { removedUnlessDone } from "./unfinished.ts";

type Remote = Extract<DataLocation, { kind: "remote" }>;

const encoder = new TextEncoder();

/** Where the rows are read: for a folder a copy as of one commit, so that a running service may go on. */
async function snapshot(location: Folder | Remote, temporary: string): Promise<string> {
  if (location.kind === "remote") return location.url;
  const copy = join(temporary, "parley.kv");
  await backUp(location.file, copy);
  return copy;
}

async function locate(given: Given, io: Io): Promise<Folder | Remote> {
  const location = locateData(configOf(given, io).data);
  if (location.kind === "remote") return location;
  const folder = folderOf(given, io, "export");
  if (await exists(folder.file)) return folder;
  throw new CommandError(`Cannot export: there is no ${folder.file}; name the folder with --data`);
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  while (bytes.length > 0) bytes = bytes.subarray(await file.write(bytes));
}

async function openTarget(file: string): Promise<Deno.FsFile> {
  try {
    return await Deno.open(file, { write: true, createNew: true, mode: 0o600 });
  } catch (error) {
    throw new CommandError(
      error instanceof Deno.errors.AlreadyExists
        ? `Cannot export to ${file}: it is there already; choose another name`
        : `Cannot export to ${file}: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

export const exportData: Command = {
  name: "export",
  summary: "Write all data as JSON Lines",
  words: "[FILE]",
  wordCount: [0, 1],
  options: DATA_OPTIONS,
  details:
    "Without FILE it goes to standard output. A data folder is exported as of one commit, also while\n" +
    "the service runs; a KV Connect store is read as it is, so stop its services first.",
  examples: [
    "parley export all.jsonl --data /var/lib/parley",
    "parley export | jq -r 'select(.log.kind == \"message\") | .log.content'",
  ],
  async run(given, io) {
    const [file = "-"] = given.words;
    const location = await locate(given, io);
    const target = file === "-" ? null : await openTarget(file);
    const temporary = await Deno.makeTempDir({ prefix: "parley-export-" });
    // A bar between the lines of a terminal would be in their way.
    const shows = io.progress && (target !== null || !io.interactive);
    const progress = startProgress({ progress: shows }, "Exporting, lines:", null);
    let lines = 0;
    try {
      await removedUnlessDone(target === null ? [temporary] : [temporary, file], async () => {
        for await (const line of exportFrom(await snapshot(location, temporary))) {
          if (target === null) io.out(line);
          else await writeAll(target, encoder.encode(`${line}\n`));
          progress.set(++lines);
        }
      });
    } finally {
      progress.end();
      target?.close();
    }
    await Deno.remove(temporary, { recursive: true });
    // The first line is the heading, the last one the end.
    if (target !== null) io.out(`Exported ${lines - 2} rows to ${file}`);
    return 0;
  },
};
