// Where the data lives: a folder, `:memory:`, or the URL of a KV Connect store.
import { join } from "node:path";

export interface Platform {
  os: typeof Deno.build.os;
  /** A compiled binary, which is started from anywhere, as opposed to the source tree. */
  standalone: boolean;
}

/** The folder used when none is set. The binary's own name plays no part, so that renaming it loses nothing. */
export function defaultData(
  { os, standalone }: Platform,
  env: Record<string, string | undefined>,
): string {
  if (!standalone) return "./data";
  const home = env.HOME ?? env.USERPROFILE;
  if (os === "windows" && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, "parley");
  if (env.XDG_DATA_HOME && os !== "darwin") return join(env.XDG_DATA_HOME, "parley");
  if (!home) return "./data";
  if (os === "darwin") return join(home, "Library", "Application Support", "parley");
  if (os === "windows") return join(home, "AppData", "Local", "parley");
  return join(home, ".local", "share", "parley");
}

export type DataLocation =
  | { kind: "memory" }
  | { kind: "remote"; url: string }
  | { kind: "folder"; folder: string; file: string; lock: string; address: string };

/** What `data` says, with the names of the files in it. */
export function locateData(data: string): DataLocation {
  if (data === ":memory:") return { kind: "memory" };
  if (/^https?:\/\//.test(data)) return { kind: "remote", url: data };
  return {
    kind: "folder",
    folder: data,
    file: join(data, "parley.kv"),
    lock: join(data, "lock"),
    address: join(data, "address"),
  };
}
