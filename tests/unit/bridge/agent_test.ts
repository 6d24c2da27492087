import assert from "node:assert/strict";
import { parseBridgeConfig, startBridge } from "../../../bridge/mod.ts";
import { ManualClock } from "../../manual_clock.ts";

const FILE = `
base_url: http://127.0.0.1:9
agents:
  - bot_token: svcbot_x${"0".repeat(35)}
    backend: { url: http://127.0.0.1:9/v1, model: m }
`;

Deno.test("a service that does not answer at the start is told once, and asked on", async () => {
  const clock = new ManualClock();
  const [said, calls] = [[] as string[], [] as string[]];
  const bridge = startBridge({
    ...parseBridgeConfig(FILE, { file: "bridge.yaml", env: () => undefined }),
    clock,
    log: (level, message) => void said.push(`${level}: ${message}`),
    fetch: (url) => {
      calls.push(String(url));
      return Promise.reject(new TypeError("nobody is there"));
    },
  });
  await clock.advance(2_000);
  assert.deepEqual(said, []);
  await clock.advance(20_000);
  assert.deepEqual(said, [
    "warn: Cannot reach the service yet; check base_url and that it runs",
  ]);
  assert(calls.length > 3);
  await bridge.stop({ grace: 0 });
  assert.equal(clock.waiting, 0);
});
