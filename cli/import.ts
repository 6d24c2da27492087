import { BadArchive } from "../store/archive.ts";
import { importInto, NotEmpty } from "../store/data_folder.ts";
import { type Command, CommandError } from "./command.ts";
import { startProgress } from "./progress.ts";
import { configOf, DATA_OPTIONS } from "./settings.ts";

async function* linesOf(
  source: ReadableStream<Uint8Array>,
  read: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of source) {
    read(chunk.length);
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}

async function openSource(
  file: string | undefined,
): Promise<[ReadableStream<Uint8Array>, number | null]> {
  if (file === undefined || file === "-") return [Deno.stdin.readable, null];
  try {
    const { isDirectory, size } = await Deno.stat(file);
    if (isDirectory) throw new Error("Is a folder; name the file in it");
    return [(await Deno.open(file)).readable, size];
  } catch (error) {
    throw new CommandError(`Cannot import ${file}: ${(error as Error).message}`, { cause: error });
  }
}

export const importData: Command = {
  name: "import",
  summary: "Read what export wrote into an empty store",
  words: "[FILE]",
  wordCount: [0, 1],
  options: DATA_OPTIONS,
  details:
    "Without FILE it reads standard input. It refuses a store that holds data. When it is cut off,\n" +
    "the store cannot be used: remove it and start again.",
  examples: [
    "parley import all.jsonl --data /srv/parley",
    "parley import all.jsonl --data http://kv.internal:4512",
  ],
  async run(given, io) {
    const { data } = configOf(given, io);
    const [source, size] = await openSource(given.words[0]);
    const progress = startProgress(io, "Importing", size);
    let done = 0;
    try {
      const lines = linesOf(source, (bytes) => progress.set(done += bytes));
      const rows = await importInto(data, lines);
      progress.end();
      io.out(`Imported ${rows} rows into ${data}`);
      return 0;
    } catch (error) {
      progress.end();
      if (!(error instanceof BadArchive || error instanceof NotEmpty)) throw error;
      throw new CommandError(error.message, { cause: error });
    } finally {
      // What was refused before it was read is still open.
      if (size !== null) await source.cancel();
    }
  },
};
