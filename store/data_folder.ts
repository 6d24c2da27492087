// A store's folder from outside: for the commands that work on it beside, or instead of, a running service.
import { archiveLines, loadArchive } from "./archive.ts";
import { isRemote, openKv, openRemote } from "./kv.ts";
import { HEAD, TABLES } from "./keys.ts";
import { readSchema, STEPS } from "./migrations.ts";

/** True while a process owns the folder. */
export async function isOwned(lockFile: string): Promise<boolean> {
  let lock: Deno.FsFile;
  try {
    lock = await Deno.open(lockFile, { read: true, write: true });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return false;
    }
    throw error;
  }
  try {
    return !await lock.tryLock(true);
  } finally {
    lock.close();
  }
}

/** Where the service listens that owns the folder; null where it has not said so. */
export async function announcedAddress(addressFile: string): Promise<string | null> {
  try {
    const address = (await Deno.readTextFile(addressFile)).trim();
    return URL.canParse(address) ? address : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Says where the service listens, to the commands that find its folder in use. */
export async function announceAddress(addressFile: string, address: string): Promise<void> {
  await Deno.writeTextFile(addressFile, `${address}\n`, { mode: 0o600 });
}

/** Called while the folder is still owned, so that it is the own address that goes. */
export async function withdrawAddress(addressFile: string): Promise<void> {
  try {
    await Deno.remove(addressFile);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** The lines of the archive of a store that nobody writes to: a backup's file, or an address. */
export async function* exportFrom(fileOrUrl: string): AsyncGenerator<string> {
  const kv = isRemote(fileOrUrl) ? await openRemote(fileOrUrl) : await Deno.openKv(fileOrUrl);
  try {
    yield* archiveLines(kv);
  } finally {
    kv.close();
  }
}

/** The store holds something already. */
export class NotEmpty extends Error {
  override name = "NotEmpty";
}

/** Fills an empty store from the lines of an archive. */
export async function importInto(
  data: string,
  lines: AsyncIterable<string>,
  now = Date.now(),
): Promise<number> {
  const handles = await openKv(data);
  try {
    if (await holdsData(handles.writer)) {
      throw new NotEmpty(
        `Cannot import into ${data}: there is data already, or an import that was cut off; choose an empty place`,
      );
    }
    return await loadArchive(handles.writer, lines, { newestSchema: STEPS.length + 1, now });
  } finally {
    handles.close();
  }
}

async function holdsData(kv: Deno.Kv): Promise<boolean> {
  if ((await kv.get(HEAD)).value !== null || await readSchema(kv) !== null) return true;
  for await (const _ of kv.list({ prefix: TABLES }, { limit: 1 })) return true;
  return false;
}
