import assert from "node:assert/strict";
import { join } from "node:path";
import { loadConfig } from "../../../config.ts";
import { checkBackends } from "../../../cli/doctor/backends.ts";
import type { Finding } from "../../../cli/doctor/check.ts";
import { checkData } from "../../../cli/doctor/data.ts";
import { checkClock, checkPort } from "../../../cli/doctor/network.ts";
import { checkProxy } from "../../../cli/doctor/proxy.ts";
import { Store } from "../../../store/store.ts";
import { seed } from "../../seed.ts";
import { runCommand } from "./screen.ts";

const NOW = Date.UTC(2026, 5, 1);

function examination(env: Record<string, string>, answer?: (url: string) => Response, now = NOW) {
  const config = loadConfig({ env, readFile: () => "" });
  const send = ((url: string) => {
    if (answer === undefined) return Promise.reject(new TypeError("refused"));
    return Promise.resolve(answer(String(url)));
  }) as typeof fetch;
  return { config, fetch: send, now: () => now };
}

const levels = (findings: Finding[]) => findings.map(({ level }) => level);
const advice = (findings: Finding[]) => findings.map(({ advice }) => advice ?? "").join("\n");

Deno.test("every setting that is wrong is a failure with advice, and the exit code is 1", async () => {
  const { code, out } = await runCommand(["doctor", "--json"], { env: { PARLEY_PORT: "x" } });
  assert.equal(code, 1);
  const [finding] = JSON.parse(out) as Finding[];
  assert.equal(finding!.level, "failure");
  assert.match(finding!.says, /PARLEY_PORT/);
});

Deno.test("the doctor knows a running service's folder from one that rests, and says who can look in", async () => {
  const data = await Deno.makeTempDir();
  try {
    const folder = join(data, "d");
    assert.match((await checkData(examination({ PARLEY_DATA: folder })))[1]!.says, /no data yet/);
    const store = await Store.open({ data: folder });
    const running = await checkData(examination({ PARLEY_DATA: folder }));
    assert(running.some(({ says }) => says.includes("a service is running")));
    await store.close();
    const resting = await checkData(examination({ PARLEY_DATA: folder }));
    assert(resting.some(({ says }) => says.includes("no service is running")));
    assert.deepEqual(new Set(levels(resting)), new Set(["ok"]));
    if (Deno.build.os !== "windows") {
      await Deno.chmod(folder, 0o755);
      assert.match(advice(await checkData(examination({ PARLEY_DATA: folder }))), /chmod 700/);
    }
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});

Deno.test("a file where the data folder should be is one failure", async () => {
  const file = await Deno.makeTempFile();
  try {
    for (const data of [file, join(file, "d")]) {
      const findings = await checkData(examination({ PARLEY_DATA: data }));
      assert.deepEqual(levels(findings), ["failure"]);
      assert.equal(findings[0]!.says, `${file} is a file`);
    }
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("a port that another program has is a failure", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  try {
    const env = { PARLEY_PORT: String(listener.addr.port) };
    assert.deepEqual(levels(await checkPort(examination(env, () => new Response("hello")))), [
      "failure",
    ]);
    const parley = () =>
      Response.json({ ok: true }, { headers: { Date: new Date().toUTCString() } });
    assert.deepEqual(levels(await checkPort(examination(env, parley))), ["ok", "ok"]);
    const late = () =>
      Response.json({ ok: true }, { headers: { Date: new Date(0).toUTCString() } });
    assert.match(advice(await checkPort(examination(env, late))), /NTP/);
  } finally {
    listener.close();
  }
});

Deno.test("a clock that nobody has set is a failure", async () => {
  assert.deepEqual(levels(await checkClock(examination({}))), ["ok"]);
  assert.deepEqual(levels(await checkClock(examination({}, undefined, 0))), ["failure"]);
});

Deno.test("a public address without a trusted proxy is pointed out, and one that trusts everybody refused", async () => {
  const alive = () => Response.json({ ok: true });
  const base = { PARLEY_BASE_URL: "https://chat.example.com" };
  assert.match(advice(await checkProxy(examination(base, alive))), /trusted_proxies/);
  const trusting = { ...base, PARLEY_TRUSTED_PROXIES: "0.0.0.0/0" };
  assert(levels(await checkProxy(examination(trusting, alive))).includes("failure"));
  const right = { ...base, PARLEY_TRUSTED_PROXIES: "127.0.0.1" };
  assert.deepEqual(levels(await checkProxy(examination(right, alive))), ["ok", "ok", "ok"]);
  const elsewhere = () => new Response("<html>", { status: 404 });
  assert.match(advice(await checkProxy(examination(right, elsewhere))), /pass every path/);
  assert.match(advice(await checkProxy(examination({ PARLEY_HOST: "0.0.0.0" }))), /base_url/);
});

const PROXY = "10.0.0.1";
const CALLER = "198.51.100.7";

/** What each kind of proxy makes of a caller's headers. */
const PROXIES: Record<string, (headers: Headers) => void> = {
  "sets the header": (headers) => {
    headers.set("X-Forwarded-For", CALLER);
    headers.delete("Forwarded");
  },
  "appends to the header": (headers) => headers.append("X-Forwarded-For", CALLER),
  "sets nothing": () => {},
  "leaves Forwarded in place": (headers) => {
    if (!headers.has("Forwarded")) headers.set("Forwarded", `for=${CALLER}`);
    headers.delete("X-Forwarded-For");
  },
};

for (
  const [name, level, says] of [
    ["sets the header", "ok", `sees this caller as ${CALLER}`],
    ["appends to the header", "ok", `sees this caller as ${CALLER}`],
    ["sets nothing", "warning", `${PROXY}, which is the proxy's .* believes what a caller writes`],
    ["leaves Forwarded in place", "failure", "passes on the address that a caller claims"],
  ] as const
) {
  Deno.test(`what the service sees behind a proxy that ${name}: ${level}`, async () => {
    const owner = "svcusr_ownerOfTheServiceUnderTest0000000";
    const t = await seed({ settings: { ownerToken: owner, trustedProxies: [PROXY] } });
    await t.owner();
    const through = ((url: string, init?: RequestInit) => {
      const headers = new Headers(init?.headers);
      PROXIES[name]!(headers);
      const { pathname } = new URL(url);
      return t.app.handle(new Request(`http://parley.test${pathname}`, { headers }), PROXY);
    }) as typeof fetch;
    const env = {
      // A port that nothing listens on: the WebSocket of the check finds nobody.
      PARLEY_BASE_URL: "https://chat.invalid:1",
      PARLEY_TRUSTED_PROXIES: PROXY,
      PARLEY_OWNER_TOKEN: owner,
    };
    const findings = await checkProxy({ ...examination(env), fetch: through });
    const found = findings.find((finding) => new RegExp(says).test(finding.says));
    assert.equal(found?.level, level, JSON.stringify(findings));
    await t.close();
  });
}

Deno.test("a backend out of reach or with a wrong key is a failure that shows neither key nor path", async () => {
  const bridge = (url: string) =>
    `agents: [{bot_token: svcbot_0123456789abcdefghijklmnop, backend: {url: "${url}", model: m, api_key: sk-1}}]`;
  const env = { PARLEY_BRIDGE: bridge("http://10.0.0.1:11434/secret/v1") };
  const wrongKey = await checkBackends(examination(env, () => new Response(null, { status: 401 })));
  assert.match(advice(wrongKey), /api_key/);
  const away = await checkBackends(examination(env));
  assert.deepEqual(levels([...wrongKey, ...away]), ["failure", "failure"]);
  assert.doesNotMatch(JSON.stringify([...wrongKey, ...away]), /sk-1|secret/);
  const there = await checkBackends(examination(env, () => Response.json({ data: [] })));
  assert.deepEqual(levels(there), ["ok"]);
});
