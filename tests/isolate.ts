import { type Running, startProcess } from "./process.ts";

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

/** The entry for Deno Deploy as the platform runs it; its store is in memory where `env` names no other. */
export function startIsolate(env: Record<string, string>): Promise<Running> {
  return startProcess({
    args: ["run", "--cached-only", ...LIMITS, "deploy.ts"],
    env: {
      DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0",
      DENO_KV_DEFAULT_PATH: ":memory:",
      PARLEY_DATA: "",
      PARLEY_PORT: "",
      ...env,
    },
    ready: /(http:\/\/127\.0\.0\.1:\d+)/,
  });
}
