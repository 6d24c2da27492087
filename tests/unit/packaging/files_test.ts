import assert from "node:assert/strict";
import { parseAllDocuments } from "yaml";
import { loadConfig } from "../../../config.ts";
import { PERMISSIONS } from "../../../packaging/compile.ts";

const read = (path: string) => Deno.readTextFile(new URL(`../../../${path}`, import.meta.url));

for (
  const file of [
    "compose.yaml",
    "packaging/compose/bridge.yaml",
    "packaging/kubernetes/parley.yaml",
    ".github/workflows/ci.yaml",
  ]
) {
  Deno.test(`${file} is YAML without mistakes`, async () => {
    for (const document of parseAllDocuments(await read(file))) {
      assert.deepEqual(document.errors, []);
    }
  });
}

Deno.test("one version of Deno is named everywhere", async () => {
  const named = await Promise.all(
    ["Dockerfile", ".github/workflows/ci.yaml", "README.md", "CONTRIBUTING.md", ".ci/run"].map(
      read,
    ),
  );
  const versions = named.flatMap((text) =>
    [...text.matchAll(/(?:DENO_VERSION[=:] ?|deno@)(\d+\.\d+\.\d+)/g)].map(([, version]) => version)
  );
  assert(versions.length >= 5);
  assert.equal(new Set(versions).size, 1, versions.join(" "));
});

Deno.test("the image runs the program with the rights of the binary", async () => {
  const flags = (await read("packaging/docker/parley")).match(/--(?:no-prompt|allow|deny)[^ ]*/g);
  assert.deepEqual(flags!.toSorted(), PERMISSIONS.toSorted());
});

Deno.test("the settings of every deployment file exist", async () => {
  const files = [
    "Dockerfile",
    "compose.yaml",
    "packaging/kubernetes/parley.yaml",
    "packaging/systemd/parley.service",
  ];
  const names = (await Promise.all(files.map(read))).flatMap((text) =>
    text.match(/PARLEY_[A-Z_]+/g) ?? []
  );
  assert(names.includes("PARLEY_DATA"));
  // An empty variable counts as not set, but its name must be known.
  const env = Object.fromEntries(
    [...new Set(names)].filter((name) => name !== "PARLEY_PORT").map((name) => [name, ""]),
  );
  loadConfig({ env, readFile: () => "" });
});
