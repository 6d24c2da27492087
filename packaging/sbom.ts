// The software bill of materials, in SPDX 2.3: every npm package of the lock file, with its checksum.
import denoJson from "../deno.json" with { type: "json" };

interface Lock {
  npm?: Record<string, { integrity: string }>;
}

interface Package {
  SPDXID: string;
  name: string;
  versionInfo: string;
  downloadLocation: string;
  filesAnalyzed: false;
  licenseConcluded: string;
  licenseDeclared: string;
  checksums?: { algorithm: "SHA512"; checksumValue: string }[];
  externalRefs?: {
    referenceCategory: "PACKAGE-MANAGER";
    referenceType: "purl";
    referenceLocator: string;
  }[];
}

/** `@scope/name@1.2.3_peer@4` names version 1.2.3 of @scope/name. */
function split(key: string): { name: string; version: string } {
  const at = key.indexOf("@", 1);
  return { name: key.slice(0, at), version: key.slice(at + 1).split("_")[0]! };
}

const spdxId = (text: string) => `SPDXRef-${text.replace(/[^A-Za-z0-9.-]+/g, "-")}`;
const hex = (base64: string) =>
  Array.from(atob(base64), (c) => c.charCodeAt(0).toString(16).padStart(2, "0")).join("");

function packageOf(key: string, integrity: string): Package {
  const { name, version } = split(key);
  return {
    SPDXID: spdxId(`npm-${name}-${version}`),
    name,
    versionInfo: version,
    downloadLocation: `https://registry.npmjs.org/${name}/-/${
      name.split("/").pop()
    }-${version}.tgz`,
    filesAnalyzed: false,
    licenseConcluded: "NOASSERTION",
    licenseDeclared: "NOASSERTION",
    checksums: [{ algorithm: "SHA512", checksumValue: hex(integrity.replace(/^sha512-/, "")) }],
    externalRefs: [{
      referenceCategory: "PACKAGE-MANAGER",
      referenceType: "purl",
      referenceLocator: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    }],
  };
}

export function billOfMaterials(lock: Lock, created: string) {
  const self: Package = {
    SPDXID: "SPDXRef-parley",
    name: denoJson.name,
    versionInfo: denoJson.version,
    downloadLocation: "NOASSERTION",
    filesAnalyzed: false,
    licenseConcluded: denoJson.license,
    licenseDeclared: denoJson.license,
  };
  const seen = new Map(
    Object.entries(lock.npm ?? {}).map(([key, { integrity }]) => {
      const one = packageOf(key, integrity);
      return [one.SPDXID, one];
    }),
  );
  return {
    spdxVersion: "SPDX-2.3",
    dataLicense: "CC0-1.0",
    SPDXID: "SPDXRef-DOCUMENT",
    name: `parley-${denoJson.version}`,
    documentNamespace:
      `https://spdx.org/spdxdocs/parley-${denoJson.version}-${crypto.randomUUID()}`,
    creationInfo: { created, creators: ["Tool: parley-sbom"] },
    packages: [self, ...seen.values()],
    relationships: [
      {
        spdxElementId: "SPDXRef-DOCUMENT",
        relationshipType: "DESCRIBES",
        relatedSpdxElement: self.SPDXID,
      },
      ...[...seen.keys()].map((id) => ({
        spdxElementId: self.SPDXID,
        relationshipType: "DEPENDS_ON",
        relatedSpdxElement: id,
      })),
    ],
  };
}

if (import.meta.main) {
  const lock = JSON.parse(await Deno.readTextFile(new URL("../deno.lock", import.meta.url)));
  const created = new Date().toISOString().replace(/\.\d+/, "");
  const text = JSON.stringify(billOfMaterials(lock, created), null, 2) + "\n";
  const [file] = Deno.args;
  if (file === undefined) await Deno.stdout.write(new TextEncoder().encode(text));
  else await Deno.writeTextFile(file, text);
}
