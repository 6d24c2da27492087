// Deno Deploy's entry under its limits: no files, no processes, no native code; the platform's store.
import assert from "node:assert/strict";
import { startProcess } from "../process.ts";

const LIMITS = [
  "--no-prompt",
  "--allow-net",
  "--allow-env",
  "--deny-read",
  "--deny-write",
  "--deny-run",
  "--deny-ffi",
  "--deny-sys",
];

function isolate(env: Record<string, string> = {}) {
  return startProcess({
    args: ["run", "--cached-only", ...LIMITS, "deploy.ts"],
    env: {
      DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0",
      DENO_KV_DEFAULT_PATH: ":memory:",
      PARLEY_OWNER_TOKEN: "svcusr_0123456789abcdefghij",
      PARLEY_DATA: "",
      PARLEY_PORT: "",
      ...env,
    },
    ready: /(http:\/\/127\.0\.0\.1:\d+)/,
  });
}

Deno.test("the entry for Deno Deploy serves without files, processes or native code", async () => {
  const service = await isolate();
  try {
    for (const path of ["/healthz", "/readyz", "/"]) {
      const response = await fetch(service.url + path);
      await response.body?.cancel();
      assert.equal(response.status, 200, path);
    }
    const stranger = await fetch(`${service.url}/bots/v1/messages`, { method: "POST", body: "{}" });
    assert.equal(stranger.status, 401);
    await stranger.body?.cancel();
  } finally {
    assert.equal(await service.stop("SIGINT"), 0);
  }
});

Deno.test("settings that need files are refused with what to do", async () => {
  await assert.rejects(isolate({ PARLEY_CONFIG: "parley.yaml" }), /unset PARLEY_CONFIG/);
  await assert.rejects(isolate({ PARLEY_BRIDGE: "{}" }), /parley bridge/);
});
