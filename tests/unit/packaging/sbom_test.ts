import assert from "node:assert/strict";
import { billOfMaterials } from "../../../packaging/sbom.ts";

Deno.test("the bill of materials lists each package of the lock file once, with its checksum", () => {
  const integrity = "sha512-" + btoa("\x00\xff");
  const lock = {
    npm: {
      "a@1.0.0": { integrity },
      "@s/b@2.0.0_a@1.0.0": { integrity },
      "@s/b@2.0.0": { integrity },
    },
  };
  const { packages, relationships } = billOfMaterials(lock, "2026-01-01T00:00:00Z");
  assert.deepEqual(packages.map(({ name, versionInfo }) => `${name} ${versionInfo}`).slice(1), [
    "a 1.0.0",
    "@s/b 2.0.0",
  ]);
  assert.equal(packages[1]!.checksums![0]!.checksumValue, "00ff");
  assert.equal(packages[2]!.externalRefs![0]!.referenceLocator, "pkg:npm/%40s/b@2.0.0");
  assert.equal(relationships.length, 3);
});
