// The shell scripts, and the shell in the workflow, as shellcheck reads them.
import assert from "node:assert/strict";
import { join } from "node:path";
import { parse } from "yaml";
import { ROOT } from "../process.ts";
import { programPath } from "../programs.ts";

const missing = programPath("shellcheck") === null;
if (missing) console.log("SKIPPED: shellcheck is not installed (apt-get install shellcheck)");

interface Workflow {
  jobs: Record<string, { steps: { run?: string }[] }>;
}

async function check(name: string, script: string): Promise<void> {
  const child = new Deno.Command("shellcheck", {
    args: ["--shell", /^#!\/bin\/sh/.test(script) ? "sh" : "bash", "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  await new Response(script).body!.pipeTo(child.stdin);
  const { code, stdout } = await child.output();
  assert.equal(code, 0, `${name}: ${new TextDecoder().decode(stdout)}`);
}

Deno.test({
  name: "shellcheck has nothing to say about the scripts and the workflow's steps",
  ignore: missing,
  async fn() {
    for (const file of [".ci/run", "packaging/docker/parley"]) {
      await check(file, await Deno.readTextFile(join(ROOT, file)));
    }
    const workflow: Workflow = parse(
      await Deno.readTextFile(join(ROOT, ".github/workflows/ci.yaml")),
    );
    const steps = Object.values(workflow.jobs).flatMap(({ steps }) => steps);
    const scripts = steps.flatMap(({ run }) => run ?? []);
    assert.ok(scripts.length > 5);
    // What the workflow puts in before a shell sees it.
    for (const run of scripts) await check(run, run.replaceAll(/\$\{\{.*?\}\}/g, "value"));
  },
});
