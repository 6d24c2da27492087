import assert from "node:assert/strict";
import { billOfMaterials } from "../../../packaging/sbom.ts";

const integrity = "sha512-" + btoa("\x00\xff");
const lock = {
  npm: {
    "a@1.0.0": { integrity, dependencies: ["c"] },
    "@s/b@2.0.0_a@1.0.0": { integrity },
    "@s/b@2.0.0": { integrity },
    "c@3.0.0": { integrity },
    "tool@4.0.0": { integrity },
  },
};
const { packages, relationships } = billOfMaterials(lock, {
  created: "2026-01-01T00:00:00Z",
  packages: ["a@1.0.0", "@s/b@2.0.0"],
  denoVersion: "2.9.6",
});

Deno.test("the bill of materials lists the runtime, and each package of the lock file once with its checksum", () => {
  assert.deepEqual(packages.map(({ name, versionInfo }) => `${name} ${versionInfo}`).slice(1), [
    "deno 2.9.6",
    "a 1.0.0",
    "@s/b 2.0.0",
    "c 3.0.0",
    "tool 4.0.0",
  ]);
  assert.equal(packages[2]!.checksums![0]!.checksumValue, "00ff");
  assert.equal(packages[3]!.externalRefs![0]!.referenceLocator, "pkg:npm/%40s/b@2.0.0");
});

Deno.test("the bill of materials tells what is in the program from what only its tests use", () => {
  const told = relationships.map(({ spdxElementId, relationshipType, relatedSpdxElement }) =>
    [spdxElementId, relationshipType, relatedSpdxElement].join(" ").replaceAll("SPDXRef-", "")
  );
  assert.deepEqual(told, [
    "DOCUMENT DESCRIBES parley",
    "parley CONTAINS deno",
    "parley DEPENDS_ON npm-a-1.0.0",
    "parley DEPENDS_ON npm--s-b-2.0.0",
    "parley DEPENDS_ON npm-c-3.0.0",
    "npm-tool-4.0.0 TEST_DEPENDENCY_OF parley",
  ]);
});
