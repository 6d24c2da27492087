// The data folder that a command works on.
import { type DataLocation, locateData } from "../config/data_location.ts";
import { CommandError, type Given } from "./command.ts";
import type { Io } from "./io.ts";
import { configOf } from "./settings.ts";

export type Folder = Extract<DataLocation, { kind: "folder" }>;

export function folderOf(given: Given, io: Io, does: string): Folder {
  const { data } = configOf(given, io);
  const location = locateData(data);
  if (location.kind === "folder") return location;
  throw new CommandError(
    location.kind === "memory"
      ? `Cannot ${does} data that is kept in memory; name its folder with --data`
      : `Cannot ${does} a KV Connect store as a file; use parley export and parley import, or the store's own means`,
  );
}

export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return false;
    }
    throw error;
  }
}

export function bytes(size: number): string {
  const units = ["B", "KiB", "MiB", "GiB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, size)) / 10));
  return `${(size / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
