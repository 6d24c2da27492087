import assert from "node:assert/strict";
import { parseBridgeConfig, parseBridgeSection } from "../../../bridge/mod.ts";

const TOKEN = "svcbot_0123456789abcdefghijklmnopqrstuvwxyz";
const env = (name: string) => ({ BOT_TOKEN: TOKEN, KEY: "a: b # }", N: "7" })[name];
const parse = (text: string) => parseBridgeConfig(text, { file: "bridge.yaml", env });

const WHOLE = `base_url: http://127.0.0.1:8080/
agents:
  - bot_token: \${BOT_TOKEN}
    backend: {url: http://127.0.0.1:11434/v1/, model: llama3.2, api_key: \${KEY}, headers: {x-a: b}}
    system_prompt: You are the on-call helper.
    history: none
    timeouts: {connect: 1s, first_token: 2m, stall: 500ms, total: 1h}
    max_parallel_threads: \${N}
    breaker: {consecutive: 2, ratio: 1, min_calls: 3, window: 4s, open: 5s, open_max: 6s}
    fallback: "Away"
`;

Deno.test("a whole file is read, and a variable within a flow mapping stays one value", () => {
  const { base_url, agents: [agent] } = parse(WHOLE);
  assert.equal(base_url, "http://127.0.0.1:8080");
  assert.equal(agent?.bot_token, TOKEN);
  assert.deepEqual(agent?.backend, {
    url: "http://127.0.0.1:11434/v1",
    model: "llama3.2",
    api_key: "a: b # }",
    headers: { "x-a": "b" },
  });
  assert.deepEqual(agent?.timeouts, {
    connect: 1_000,
    first_token: 120_000,
    stall: 500,
    total: 3_600_000,
  });
  assert.equal(agent?.max_parallel_threads, 7);
  assert.equal(agent?.breaker.open_max, 6_000);
});

Deno.test("what is left out has the documented defaults", () => {
  const { agents: [agent] } = parse(
    "base_url: http://a.example\nagents:\n  - bot_token: ${BOT_TOKEN}\n    backend: {url: http://b.example/v1, model: m}\n",
  );
  assert.deepEqual(agent?.timeouts, {
    connect: 10_000,
    first_token: 60_000,
    stall: 30_000,
    total: 600_000,
  });
  assert.deepEqual(agent?.breaker, {
    consecutive: 5,
    ratio: 0.5,
    min_calls: 10,
    window: 30_000,
    open: 15_000,
    open_max: 120_000,
  });
  assert.equal(agent?.history, "thread");
  assert.equal(agent?.max_parallel_threads, 64);
  assert.equal(agent?.coalesce, 50);
});

const rows: [name: string, find: string, put: string, expected: RegExp][] = [
  [
    "a missing variable",
    "${KEY}",
    "${NONE}",
    /^bridge\.yaml:4: agents\[0\]\.backend\.api_key: .*NONE/,
  ],
  [
    "a duration without a unit",
    "stall: 500ms",
    "stall: 500",
    /^bridge\.yaml:7: agents\[0\]\.timeouts\.stall: .*10s/,
  ],
  [
    "an unknown setting",
    "fallback:",
    "falback:",
    /^bridge\.yaml:10: agents\[0\]\.falback: Unknown setting/,
  ],
  [
    "a missing setting",
    "model: llama3.2, ",
    "",
    /^bridge\.yaml:4: agents\[0\]\.backend\.model: Missing/,
  ],
  ["no address", "http://127.0.0.1:8080/", "here", /^bridge\.yaml:1: base_url: .*http/],
  ["a wrong choice", "history: none", "history: all", /^bridge\.yaml:6: agents\[0\]\.history: /],
  [
    "YAML that cannot be read",
    "history: none",
    "history: [",
    /^bridge\.yaml:\d+: Cannot read the YAML/,
  ],
];

Deno.test("an error names the file, the line and the field", async (t) => {
  for (const [name, find, put, expected] of rows) {
    await t.step(name, () => {
      assert.throws(() => parse(WHOLE.replace(find, put)), { message: expected });
    });
  }
});

Deno.test("a variable that is set but empty is a value, unless it has a default", () => {
  const given = (name: string) => ({ BOT_TOKEN: TOKEN, EMPTY: "" })[name];
  const text = "base_url: ${EMPTY:-http://a.example}\nagents:\n  - bot_token: ${BOT_TOKEN}\n" +
    "    backend: {url: http://b.example, model: m, api_key: ${EMPTY}}\n";
  const { base_url, agents } = parseBridgeConfig(text, { file: "e", env: given });
  assert.equal(base_url, "http://a.example");
  assert.equal(agents[0]?.backend.api_key, "");
});

Deno.test("an error never shows a secret", () => {
  assert.throws(
    () => parse(WHOLE.replace("${BOT_TOKEN}", "svcbot_short")),
    (error: Error) => !error.message.includes("short"),
  );
});

Deno.test("a section of the service's own file names its lines, too", () => {
  const text =
    "port: 80\nbridge:\n  agents:\n    - bot_token: ${BOT_TOKEN}\n      backend: {url: x, model: m}\n";
  assert.throws(() => parseBridgeSection(text, { file: "parley.yaml", env }), {
    message: /^parley\.yaml:5: bridge\.agents\[0\]\.backend\.url: /,
  });
  assert.equal(parseBridgeSection("port: 80\n", { file: "parley.yaml", env }), null);
});

Deno.test("the example runs as it stands", async () => {
  const file = new URL("../../../examples/bridge.yaml", import.meta.url);
  const { base_url, agents } = parseBridgeConfig(await Deno.readTextFile(file), { file: "e", env });
  assert.equal(base_url, "http://127.0.0.1:8080");
  assert.equal(agents[0]?.backend.url, "http://127.0.0.1:11434/v1");
});
