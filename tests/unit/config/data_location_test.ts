import assert from "node:assert/strict";
import { defaultData, locateData } from "../../../config/data_location.ts";

const row = (os: typeof Deno.build.os, env: Record<string, string>) =>
  defaultData({ os, standalone: true }, env).replaceAll("\\", "/");

Deno.test("the binary's data folder is the platform's own, whatever the binary is called", () => {
  assert.equal(row("linux", { HOME: "/home/ana" }), "/home/ana/.local/share/parley");
  assert.equal(row("linux", { HOME: "/home/ana", XDG_DATA_HOME: "/x" }), "/x/parley");
  assert.equal(
    row("darwin", { HOME: "/Users/ana" }),
    "/Users/ana/Library/Application Support/parley",
  );
  assert.equal(
    row("windows", { LOCALAPPDATA: "C:/Users/ana/AppData/Local" }),
    "C:/Users/ana/AppData/Local/parley",
  );
});

Deno.test("from source, and where no home is known, the data lies beside the program", () => {
  assert.equal(defaultData({ os: "linux", standalone: false }, { HOME: "/home/ana" }), "./data");
  assert.equal(row("linux", {}), "./data");
});

Deno.test("data is a folder, memory or a URL", () => {
  assert.deepEqual(locateData(":memory:"), { kind: "memory" });
  assert.deepEqual(locateData("http://kv:4512"), { kind: "remote", url: "http://kv:4512" });
  assert.deepEqual(locateData("/srv/parley"), {
    kind: "folder",
    folder: "/srv/parley",
    file: "/srv/parley/parley.kv",
    lock: "/srv/parley/lock",
    address: "/srv/parley/address",
  });
});
