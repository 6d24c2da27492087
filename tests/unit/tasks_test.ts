import assert from "node:assert/strict";
import denoJson from "../../deno.json" with { type: "json" };

interface Task {
  command: string;
  dependencies?: string[];
}

Deno.test("every task that loads the program works in a fresh clone: the app is built before", () => {
  const loads = /\b(main\.ts|docs\/generate\.ts|bench\/|tests\/|packaging\/compile\.ts|deno check)/;
  const tasks = Object.entries(denoJson.tasks as Record<string, Task>);
  const loading = tasks.filter(([, { command }]) => loads.test(command));
  assert.ok(loading.length > 10);
  for (const [name, { dependencies = [] }] of loading) {
    assert.ok(dependencies.includes("build"), name);
  }
});
