// The software bill of materials, in SPDX 2.3: the runtime, and every npm package of the lock file with its checksum, those of
// the program apart from those of its tests.
import denoJson from "../deno.json" with { type: "json" };
import { packagesFrom } from "./tree.ts";

interface Lock {
  npm?: Record<string, { integrity: string; dependencies?: string[] }>;
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

/** The runtime, which the binary and the image hold. */
function runtime(version: string): Package {
  return {
    SPDXID: "SPDXRef-deno",
    name: "deno",
    versionInfo: version,
    downloadLocation: `https://github.com/denoland/deno/releases/tag/v${version}`,
    filesAnalyzed: false,
    licenseConcluded: "MIT",
    licenseDeclared: "MIT",
    externalRefs: [{
      referenceCategory: "PACKAGE-MANAGER",
      referenceType: "purl",
      referenceLocator: `pkg:github/denoland/deno@v${version}`,
    }],
  };
}

/** The lock file's keys of these packages (`name@version`) and of what they need in turn. */
function reached(npm: NonNullable<Lock["npm"]>, packages: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (wanted: string) => {
    for (const [key, { dependencies = [] }] of Object.entries(npm)) {
      const { name, version } = split(key);
      // A package of which there is one version is named without it.
      if (![key, name, `${name}@${version}`].includes(wanted) || found.has(key)) continue;
      found.add(key);
      dependencies.forEach(visit);
    }
  };
  packages.forEach(visit);
  return found;
}

export interface Contents {
  created: string;
  /** The packages that the program imports, as `name@version`. */
  packages: readonly string[];
  denoVersion: string;
}

export function billOfMaterials(lock: Lock, { created, packages, denoVersion }: Contents) {
  const self: Package = {
    SPDXID: "SPDXRef-parley",
    name: denoJson.name,
    versionInfo: denoJson.version,
    downloadLocation: "NOASSERTION",
    filesAnalyzed: false,
    licenseConcluded: denoJson.license,
    licenseDeclared: denoJson.license,
  };
  const deno = runtime(denoVersion);
  const npm = lock.npm ?? {};
  const used = reached(npm, packages);
  const seen = new Map(
    Object.entries(npm).map(([key, { integrity }]) => {
      const one = packageOf(key, integrity);
      return [one.SPDXID, one];
    }),
  );
  const usedIds = new Set([...used].map((key) => packageOf(key, npm[key]!.integrity).SPDXID));
  const relate = (from: Package, relationshipType: string, to: Package) => ({
    spdxElementId: from.SPDXID,
    relationshipType,
    relatedSpdxElement: to.SPDXID,
  });
  return {
    spdxVersion: "SPDX-2.3",
    dataLicense: "CC0-1.0",
    SPDXID: "SPDXRef-DOCUMENT",
    name: `parley-${denoJson.version}`,
    documentNamespace:
      `https://spdx.org/spdxdocs/parley-${denoJson.version}-${crypto.randomUUID()}`,
    creationInfo: { created, creators: ["Tool: parley-sbom"] },
    packages: [self, deno, ...seen.values()],
    relationships: [
      {
        spdxElementId: "SPDXRef-DOCUMENT",
        relationshipType: "DESCRIBES",
        relatedSpdxElement: self.SPDXID,
      },
      relate(self, "CONTAINS", deno),
      ...[...seen.values()].map((one) =>
        usedIds.has(one.SPDXID)
          ? relate(self, "DEPENDS_ON", one)
          : relate(one, "TEST_DEPENDENCY_OF", self)
      ),
    ],
  };
}

if (import.meta.main) {
  const lock = JSON.parse(await Deno.readTextFile(new URL("../deno.lock", import.meta.url)));
  const created = new Date().toISOString().replace(/\.\d+/, "");
  const packages = [...await packagesFrom("main.ts"), ...await packagesFrom("web/main.tsx")];
  const contents = { created, packages, denoVersion: Deno.version.deno };
  const text = JSON.stringify(billOfMaterials(lock, contents), null, 2) + "\n";
  const [file] = Deno.args;
  if (file === undefined) await Deno.stdout.write(new TextEncoder().encode(text));
  else await Deno.writeTextFile(file, text);
}
