// What is in the binary, for the targets whose runtime base may be any file: Deno's own command line stands in for the base,
// so what is embedded, its rights and its flags are real. That the binary starts is not shown here but in binary_test.ts.
import assert from "node:assert/strict";
import { join } from "node:path";
import { compile } from "../../packaging/compile.ts";

// The bases for macOS and Windows must be programs of those systems.
for (const target of ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]) {
  Deno.test(`the binary for ${target} holds the program, its four packages and the rights it needs`, async () => {
    const folder = await Deno.makeTempDir();
    try {
      const output = join(folder, "parley");
      await compile(target, output, { DENORT_BIN: Deno.execPath() });
      const binary = await Deno.readFile(output);
      const embedded = binary.subarray((await Deno.stat(Deno.execPath())).size);
      assert.ok(embedded.length > 1e6 && embedded.length < 16e6, `${embedded.length} bytes`);
      const text = new TextDecoder("latin1").decode(embedded);
      const settings = JSON.parse(/\{"argv":\[\].*?"app_version":"[^"]*"\}/.exec(text)![0]);
      assert.equal(settings.entrypoint_key, "main.ts");
      const { allow_import: _, prompt, ...rights } = settings.permissions;
      assert.equal(prompt, false);
      assert.deepEqual(
        Object.entries(rights).filter(([, value]) => value !== null).sort(),
        ["allow_env", "allow_net", "allow_read", "allow_write", "deny_import"].map((
          right,
        ) => [right, []]),
        "an empty list is all, null is none",
      );
      assert.ok(settings.v8_flags.includes("--max-semi-space-size=8"));
      assert.deepEqual(settings.unstable_config.features, ["kv", "no-legacy-abort"]);
      const packages = JSON.parse(settings.workspace_resolver.import_map.json).imports;
      assert.deepEqual(
        Object.keys(packages).filter((name) => !name.endsWith("/")).sort(),
        ["@opentelemetry/api", "ulid", "yaml", "zod"],
      );
      for (const name of ["playwright-core", "axe-core", "openai"]) {
        assert.ok(!text.includes(`"n":"${name}"`), name);
      }
      assert.ok(text.includes('"n":"zod"'));
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
