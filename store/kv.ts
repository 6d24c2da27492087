// Opens Deno KV: one handle that writes and one that reads, so that a read never waits behind a big commit.
import { DataFolderInUse } from "./errors.ts";

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
  if (/^https?:\/\//.test(data)) return handles(await Deno.openKv(data), true);
  // Hashes of tokens and passwords live here: for the owner alone.
  await Deno.mkdir(data, { recursive: true, mode: 0o700 });
  const lock = await lockFolder(data);
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
