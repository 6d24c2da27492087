import { join } from "node:path";
import { locateData } from "../config/data_location.ts";
import { backUp } from "../store/backup.ts";
import { exportFrom } from "../store/data_folder.ts";
import { type Command, CommandError, type Given } from "./command.ts";
import { exists, folderOf } from "./folder.ts";
import type { Io } from "./io.ts";
import { startProgress } from "./progress.ts";
import { configOf, DATA_OPTIONS } from "./settings.ts";

/** Gives `use` the data as it is at one commit: for a folder a copy, so that a running service may go on. */
async function withSnapshot(
  given: Given,
  io: Io,
  use: (source: string) => Promise<void>,
): Promise<void> {
  const location = locateData(configOf(given, io).data);
  if (location.kind === "remote") return await use(location.url);
  const folder = folderOf(given, io, "export");
  if (!await exists(folder.file)) {
    throw new CommandError(
      `Cannot export: there is no ${folder.file}; name the folder with --data`,
    );
  }
  const temporary = await Deno.makeTempDir({ prefix: "parley-export-" });
  try {
    const copy = join(temporary, "parley.kv");
    await backUp(folder.file, copy);
    await use(copy);
  } finally {
    await Deno.remove(temporary, { recursive: true });
  }
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
    const [file] = given.words;
    const target = file === undefined || file === "-" ? null : await openTarget(file);
    const progress = startProgress(io, "Exporting, rows:", null);
    const encoder = new TextEncoder();
    let rows = -1;
    try {
      await withSnapshot(given, io, async (source) => {
        const writer = target?.writable.getWriter();
        for await (const line of exportFrom(source)) {
          if (writer === undefined) io.out(line);
          else await writer.write(encoder.encode(line + "\n"));
          progress.set(++rows);
        }
        await writer?.close();
      });
    } finally {
      progress.end();
    }
    if (target !== null) io.out(`Exported ${rows} rows to ${file}`);
    return 0;
  },
};
