// A store as lines of text: readable, and the same for every engine, so that data can move from one to another.
// An entry of the log stands as the entry it is, every other row as its key and value.
import { decodeEntry, encodeEntry, type Row } from "./rows.ts";
import type { Entry } from "./entries.ts";
import { SCHEMA } from "./keys.ts";
import { UNFINISHED_IMPORT } from "./migrations.ts";

export const ARCHIVE_VERSION = 1;
const WINDOW_LIFE_MS = 7_200_000;
const ROWS_PER_COMMIT = 200;
const BYTES_PER_COMMIT = 400_000;

interface Heading {
  parley_archive: number;
  schema: number;
}
type Line = { log: Entry } | { key: Deno.KvKey; value: unknown };
/** The last line, which tells a whole archive from one that was cut off. */
interface End {
  end: number;
}

/** The archive cannot be read; the message names the line. */
export class BadArchive extends Error {
  override name = "BadArchive";
}

/** Every row of the store as lines of JSON, between the heading and the end. */
export async function* archiveLines(kv: Deno.Kv): AsyncGenerator<string> {
  const schema = (await kv.get<number>(SCHEMA)).value ?? 1;
  yield JSON.stringify({ parley_archive: ARCHIVE_VERSION, schema } satisfies Heading);
  let rows = 0;
  for await (const { key, value } of kv.list({ prefix: [] }, { batchSize: 500 })) {
    yield JSON.stringify(lineOf(key, value));
    rows++;
  }
  yield JSON.stringify({ end: rows } satisfies End);
}

function lineOf(key: Deno.KvKey, value: unknown): Line {
  return key[0] === "m" ? { log: decodeEntry(value as Row) } : { key, value: pack(value) };
}

// JSON has no bytes and no 64-bit counters; each stands as an object with one telling name.
function pack(value: unknown): unknown {
  if (value instanceof Uint8Array) return { $bytes: value.toBase64() };
  if (value instanceof Deno.KvU64) return { $u64: String(value.value) };
  if (Array.isArray(value)) return value.map(pack);
  if (typeof value !== "object" || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    throw new TypeError(`Cannot archive a ${value.constructor?.name}: it has no form in JSON`);
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, pack(inner)]));
}

function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack);
  if (typeof value !== "object" || value === null) return value;
  const { $bytes, $u64 } = value as Record<string, unknown>;
  if (typeof $bytes === "string") return Uint8Array.fromBase64($bytes);
  if (typeof $u64 === "string") return new Deno.KvU64(BigInt($u64));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, unpack(inner)]));
}

/**
 * Writes the lines of an archive into an empty store. Says how many rows there were. Until the last commit the store is
 * marked as one that nobody may open.
 */
export async function loadArchive(
  kv: Deno.Kv,
  lines: AsyncIterable<string>,
  { newestSchema, now }: { newestSchema: number; now: number },
): Promise<number> {
  let commit = kv.atomic().set(SCHEMA, UNFINISHED_IMPORT);
  let [number, rows, waiting, bytes] = [0, 0, 0, 0];
  let [schema, end] = [0, -1];
  for await (const text of lines) {
    number++;
    if (text.trim() === "") continue;
    const line = parseLine(text, number);
    if (number === 1) {
      checkHeading(line as unknown as Heading, newestSchema);
      schema = Number(line.schema);
      continue;
    }
    if (end >= 0) throw new BadArchive(`Cannot import line ${number}: it stands after the end`);
    if ("end" in line) {
      end = Number(line.end);
      continue;
    }
    rows++;
    const { key, value } = rowOf(line as Line, number);
    if (key.length === 1 && key[0] === SCHEMA[0]) continue;
    const expireIn = lifeOf(key, value, now);
    if (expireIn !== undefined && expireIn <= 0) continue;
    commit.set(key, value, expireIn === undefined ? undefined : { expireIn });
    waiting++;
    bytes += text.length * 2;
    if (waiting === ROWS_PER_COMMIT || bytes > BYTES_PER_COMMIT) {
      await commit.commit();
      commit = kv.atomic();
      waiting = bytes = 0;
    }
  }
  if (number === 0) throw new BadArchive("Cannot import: the archive is empty");
  if (end !== rows) {
    throw new BadArchive(
      `Cannot import: the archive was cut off after ${rows} rows; export again, and remove what was begun here`,
    );
  }
  await commit.set(SCHEMA, schema).commit();
  return rows;
}

function parseLine(text: string, number: number): Record<string, unknown> {
  try {
    const value = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Told below, with the line.
  }
  throw new BadArchive(`Cannot import line ${number}: it is not a JSON object`);
}

function checkHeading({ parley_archive, schema }: Heading, newestSchema: number): void {
  if (parley_archive !== ARCHIVE_VERSION) {
    throw new BadArchive("Cannot import: the first line is not the heading of a Parley archive");
  }
  if (!(schema <= newestSchema)) {
    throw new BadArchive(
      `Cannot import: the archive has schema ${schema}, this version knows up to ${newestSchema}; use a newer Parley`,
    );
  }
}

function rowOf(line: Line, number: number): { key: Deno.KvKey; value: unknown } {
  if ("log" in line) return { key: ["m", line.log.id], value: encodeEntry(line.log) };
  if (Array.isArray(line.key)) return { key: line.key, value: unpack(line.value) };
  throw new BadArchive(`Cannot import line ${number}: it is neither a row nor an entry of the log`);
}

// The life of a row is not part of what a list shows; these are the rows that end by themselves.
function lifeOf(key: Deno.KvKey, value: unknown, now: number): number | undefined {
  if (key[0] === "window") return WINDOW_LIFE_MS;
  // Minutes old at least by the time that anybody signs in to the copy.
  if (key[0] === "attempt") return 0;
  if (key[0] === "idem") return (value as { expiresAt: number }).expiresAt - now;
}
