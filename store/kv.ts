// Opens Deno KV: one handle that writes and one that reads, so that a read never waits behind a big commit.
import { DataFolderInUse, DataUnusable } from "./errors.ts";

export interface KvHandles {
  writer: Deno.Kv;
  reader: Deno.Kv;
  /** Other processes may write to the same store. */
  shared: boolean;
  /** The file of the store, or null where it has none. */
  file: string | null;
  close(): void;
}

export async function openKv(data: string | null): Promise<KvHandles> {
  if (data === null) return handles(await Deno.openKv(), true);
  if (data === ":memory:") return handles(await Deno.openKv(":memory:"), false);
  if (isRemote(data)) return handles(await openRemote(data), true);
  const lock = await openFolder(data);
  const file = `${data}/parley.kv`;
  try {
    const writer = patient(await Deno.openKv(file));
    const reader = await Deno.openKv(file);
    return {
      writer,
      reader,
      shared: false,
      file,
      close() {
        reader.close();
        writer.close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

function handles(kv: Deno.Kv, shared: boolean): KvHandles {
  return { writer: kv, reader: kv, shared, file: null, close: () => kv.close() };
}

export const isRemote = (data: string): boolean => /^https?:\/\//.test(data);

/** Opens a KV Connect store; what keeps it from it is an error that says what to do. */
export async function openRemote(url: string): Promise<Deno.Kv> {
  if (!Deno.env.get("DENO_KV_ACCESS_TOKEN")) {
    throw new DataUnusable(
      `Cannot open the store at ${url}: it needs a token; set DENO_KV_ACCESS_TOKEN`,
    );
  }
  try {
    return await Deno.openKv(url);
  } catch (cause) {
    throw new DataUnusable(
      `Cannot open the store at ${url}: no KV Connect server took the token there; ` +
        "check DENO_KV_ACCESS_TOKEN, the address, and that it runs",
      { cause },
    );
  }
}

async function openFolder(data: string): Promise<Deno.FsFile> {
  try {
    // Hashes of tokens and passwords live here: for the owner alone.
    await Deno.mkdir(data, { recursive: true, mode: 0o700 });
    return await lockFolder(data);
  } catch (error) {
    if (error instanceof DataFolderInUse) throw error;
    throw new DataUnusable(
      `Cannot open the data folder ${data}: ${(error as Error).message}; ` +
        "give it to this user, or name another with --data or PARLEY_DATA",
      { cause: error },
    );
  }
}

// Two processes that write to one file starve each other, and neither hears of the other's commits.
async function lockFolder(data: string): Promise<Deno.FsFile> {
  const lock = await Deno.open(`${data}/lock`, { create: true, read: true, write: true });
  if (await lock.tryLock(true)) return lock;
  lock.close();
  throw new DataFolderInUse(data);
}

const LOCKED = /database is locked/;
const TRIES = 40;

// Each handle removes expired rows by itself, and the other's commit that meets it is refused, not queued: nothing was
// written, so it is made again.
function patient(kv: Deno.Kv): Deno.Kv {
  const atomic = kv.atomic.bind(kv);
  kv.atomic = () => {
    const operation = atomic();
    const commit = operation.commit.bind(operation);
    operation.commit = async () => {
      for (let attempt = 1;; attempt++) {
        try {
          return await commit();
        } catch (error) {
          if (!LOCKED.test(String(error)) || attempt === TRIES) throw error;
          await new Promise((resolve) => setTimeout(resolve, attempt));
        }
      }
    };
    return operation;
  };
  kv.set = async (key, value, options) => {
    const result = await kv.atomic().set(key, value, options).commit();
    if (!result.ok) throw new Error("Cannot set a row: the store did not take it");
    return result;
  };
  return kv;
}
