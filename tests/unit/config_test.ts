import assert from "node:assert/strict";
import {
  ConfigError,
  type ConfigSources,
  environmentName,
  loadConfig,
  SETTING_NAMES,
} from "../../config.ts";

const platform = { os: "linux", standalone: false } as const;

function load(sources: Partial<ConfigSources> & { yaml?: string }) {
  return loadConfig({
    env: sources.yaml === undefined ? {} : { PARLEY_CONFIG: "parley.yaml" },
    readFile: () => sources.yaml ?? assert.fail("no file was named"),
    platform,
    ...sources,
  });
}

function refusal(sources: Parameters<typeof load>[0]): string {
  try {
    load(sources);
  } catch (error) {
    assert(error instanceof ConfigError);
    return error.message;
  }
  assert.fail("the configuration was accepted");
}

Deno.test("without any setting the service keeps to this machine and to ./data", () => {
  const config = load({});
  assert.deepEqual(config, {
    host: "127.0.0.1",
    port: 8080,
    data: "./data",
    base_url: null,
    owner_token: null,
    trusted_proxies: [],
    legacy_bot_token_prefixes: [],
    event_retention: 7 * 86_400_000,
    heartbeat: 30_000,
    reply_stall: 60_000,
    reply_lease: 600_000,
    max_streams_per_bot: 16,
    max_queue: 10_000,
    log_level: "info",
    bridge: null,
  });
});

Deno.test("every setting has a name in the environment that follows from its own", () => {
  const env = {
    PARLEY_HOST: "0.0.0.0",
    PARLEY_PORT: "0",
    PARLEY_DATA: ":memory:",
    PARLEY_BASE_URL: "https://chat.example/",
    PARLEY_OWNER_TOKEN: "svcusr_0123456789abcdef",
    PARLEY_TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8,::1",
    PARLEY_LEGACY_BOT_TOKEN_PREFIXES: "oldbot_",
    PARLEY_EVENT_RETENTION: "2h",
    PARLEY_HEARTBEAT: "500ms",
    PARLEY_REPLY_STALL: "5s",
    PARLEY_REPLY_LEASE: "5m",
    PARLEY_MAX_STREAMS_PER_BOT: "3",
    PARLEY_MAX_QUEUE: "7",
    PARLEY_LOG_LEVEL: "debug",
    PARLEY_BRIDGE: "agents: []",
  };
  assert.deepEqual(Object.keys(env).sort(), SETTING_NAMES.map(environmentName).sort());
  const config = load({ env });
  assert.equal(config.port, 0);
  assert.equal(config.base_url, "https://chat.example");
  assert.deepEqual(config.trusted_proxies, ["127.0.0.1", "10.0.0.0/8", "::1"]);
  assert.equal(config.event_retention, 7_200_000);
  assert.equal(config.heartbeat, 500);
});

Deno.test("the command line wins over the environment, and the environment over the file", () => {
  const yaml = "host: file.example\nport: 1\nlog_level: warn\n";
  const config = load({
    yaml,
    env: { PARLEY_CONFIG: "parley.yaml", PARLEY_HOST: "env.example", PARLEY_PORT: "2" },
    flags: { port: "3" },
  });
  assert.deepEqual([config.host, config.port, config.log_level], ["env.example", 3, "warn"]);
});

Deno.test("a file may take values from the environment, lists as lists and comments as comments", () => {
  const config = load({
    yaml: "# mine\nowner_token: ${TOKEN}\ntrusted_proxies: [10.0.0.1, 'fd00::/8'] # two\n",
    env: { PARLEY_CONFIG: "parley.yaml", TOKEN: "svcusr_0123456789abcdef" },
  });
  assert.equal(config.owner_token, "svcusr_0123456789abcdef");
  assert.deepEqual(config.trusted_proxies, ["10.0.0.1", "fd00::/8"]);
  assert.equal(load({ yaml: "" }).port, 8080);
  assert.equal(load({ env: { PARLEY_PORT: "", PARLEY_BASE_URL: "" } }).port, 8080);
});

for (
  const [what, sources, ...fragments] of [
    [
      "a port that is no number",
      { env: { PARLEY_PORT: "80x" } },
      "PARLEY_PORT",
      '"80x"',
      "0 to 65535",
    ],
    ["a port past the last", { flags: { port: "65536" } }, "--port", "65536"],
    ["a wrong type in the file", { yaml: "\n\nport: [1]\n" }, "port (parley.yaml:3)"],
    [
      "a time without unit",
      { yaml: "heartbeat: 30" },
      "heartbeat (parley.yaml:1)",
      "30s".slice(0, 2),
      "10s",
    ],
    ["a time out of bounds", { env: { PARLEY_HEARTBEAT: "2h" } }, "PARLEY_HEARTBEAT", "10m"],
    [
      "a base URL without scheme",
      { env: { PARLEY_BASE_URL: "chat.example" } },
      "absolute http(s) URL",
    ],
    [
      "a proxy that is a name",
      { env: { PARLEY_TRUSTED_PROXIES: "10.0.0.1,caddy" } },
      "CIDR",
      "caddy",
    ],
    [
      "a proxy range past its width",
      { env: { PARLEY_TRUSTED_PROXIES: "10.0.0.0/33" } },
      "10.0.0.0/33",
    ],
    [
      "a log level that is none",
      { env: { PARLEY_LOG_LEVEL: "loud" } },
      "debug, info, warn or error",
    ],
    [
      "a mistyped variable",
      { env: { PARLEY_PROT: "1" } },
      "PARLEY_PROT",
      "did you mean PARLEY_PORT?",
    ],
    ["a mistyped key", { yaml: "prot: 1" }, "prot (parley.yaml:1)", "did you mean port?"],
    ["an unknown key unlike any other", { yaml: "colour_scheme: red" }, "docs/configuration.md"],
    [
      "YAML that does not parse",
      { yaml: "port: 1\nhost: [" },
      "parley.yaml:2: Cannot read the YAML",
    ],
    ["a file that is a list", { yaml: "- port" }, "Cannot read parley.yaml"],
    ["the same key twice", { yaml: "port: 1\nport: 2" }, "parley.yaml:2"],
    ["a variable that is not set", { yaml: "owner_token: ${NOPE}" }, "parley.yaml:1", "NOPE"],
    [
      "what Kubernetes injects",
      { env: { PARLEY_PORT: "tcp://10.0.0.1:80" } },
      "enableServiceLinks: false",
    ],
  ] as [string, Parameters<typeof load>[0], ...string[]][]
) {
  Deno.test(`refused, with a message that names it: ${what}`, () => {
    const message = refusal(sources);
    for (const fragment of fragments) {
      assert(message.includes(fragment), `${message} has no ${fragment}`);
    }
  });
}

Deno.test("a missing configuration file is named", () => {
  const message = refusal({
    flags: { config: "/nowhere.yaml" },
    readFile: () => {
      throw new Deno.errors.NotFound();
    },
  });
  assert.match(message, /\/nowhere\.yaml/);
});

Deno.test("a refused secret is not shown", () => {
  const message = refusal({ env: { PARLEY_OWNER_TOKEN: "short-secret" } });
  assert.match(message, /PARLEY_OWNER_TOKEN/);
  assert.doesNotMatch(message, /short-secret/);
});

Deno.test("all that is wrong is told at once", () => {
  const message = refusal({ env: { PARLEY_PORT: "x", PARLEY_LOG_LEVEL: "y" } });
  assert.equal(message.split("\n").length, 2);
});

Deno.test("what Kubernetes sets for a service of the same name is left aside", () => {
  const config = load({
    env: {
      KUBERNETES_SERVICE_HOST: "10.0.0.1",
      PARLEY_SERVICE_HOST: "10.0.0.2",
      PARLEY_PORT_8080_TCP_ADDR: "10.0.0.2",
    },
  });
  assert.equal(config.host, "127.0.0.1");
});

Deno.test("a variable may stand in braces, where YAML has braces of its own, and have a default", () => {
  const config = load({
    yaml: "bridge: {agents: [{bot_token: ${TOKEN}, backend: {model: ${MODEL:-llama3.2}}}]}",
    env: { PARLEY_CONFIG: "parley.yaml", TOKEN: "svcbot_x" },
  });
  assert.deepEqual(config.bridge, {
    agents: [{ bot_token: "svcbot_x", backend: { model: "llama3.2" } }],
  });
});
