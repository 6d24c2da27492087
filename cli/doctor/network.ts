import { opens } from "../follow.ts";
import { type Check, failure, type Finding, ok, warning } from "./check.ts";

const LARGEST_SKEW_MS = 5_000;
const isLocal = (host: string) => /^(127\.|localhost$|\[?::1\]?$)/.test(host);

async function listens(hostname: string, port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname, port })).close();
    return true;
  } catch {
    return false;
  }
}

/** Whether the port is free, or taken by Parley, or by something else. */
export const checkPort: Check = async ({ config: { host, port }, fetch: send }) => {
  const address = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  if (port === 0) return [ok("port", "the start chooses any that is free")];
  if (!await listens(address, port)) return [ok("port", `${host}:${port} is free`)];
  const url = `http://${address.includes(":") ? `[${address}]` : address}:${port}/healthz`;
  try {
    const response = await send(url, { signal: AbortSignal.timeout(3000) });
    const answer = await response.json();
    if (response.ok && answer.ok === true) {
      return [ok("port", `Parley answers at ${host}:${port}`), clock(response)];
    }
  } catch {
    // Told below: it is not Parley.
  }
  return [
    failure("port", `another program has ${host}:${port}`, "Stop it, or set port to another one"),
  ];
};

function clock(response: Response): Finding {
  const skew = Math.abs(Date.now() - Date.parse(response.headers.get("Date") ?? ""));
  if (Number.isNaN(skew)) return ok("clock", "the answer carries no date to compare with");
  return skew <= LARGEST_SKEW_MS
    ? ok("clock", "it agrees with the service's")
    : warning("clock", `it is ${Math.round(skew / 1000)} s off the service's`, "Turn NTP on");
}

/** A date before this program was made means that no one has set the clock. */
export const checkClock: Check = ({ now }) =>
  Promise.resolve([
    now() > Date.UTC(2026, 0, 1)
      ? ok("clock", `it shows ${new Date(now()).toISOString()}`)
      : failure(
        "clock",
        `it shows ${new Date(now()).toISOString()}`,
        "Turn NTP on (timedatectl set-ntp true)",
      ),
  ]);

/** Whether the public address leads here, and whether callers' addresses come through. */
export const checkProxy: Check = async ({ config, fetch: send }) => {
  const { base_url, host, trusted_proxies } = config;
  if (base_url === null) {
    if (isLocal(host)) return [ok("address", "the service is for this machine only")];
    return [
      warning(
        "address",
        `it listens on ${host}, and links begin with that`,
        "Set base_url to the address that people use",
      ),
    ];
  }
  const health = await checkHealth(base_url, send);
  const findings: Finding[] = [health];
  if (health.level === "ok" && config.owner_token !== null) {
    findings.push(await checkUpgrade(base_url, config.owner_token));
  }
  const url = new URL(base_url);
  if (isLocal(url.hostname)) return findings;
  if (url.protocol === "http:") {
    findings.push(
      warning(
        "address",
        `${base_url} is not encrypted`,
        "Put a TLS proxy in front; see docs/deploy.md",
      ),
    );
  }
  if (trusted_proxies.length === 0 && isLocal(host)) {
    findings.push(
      warning(
        "proxy",
        "base_url is public, the service listens locally, and no proxy is trusted: every caller seems to be the proxy, so IP allowlists match nobody",
        "Set trusted_proxies to the proxy's address, such as 127.0.0.1, and let it set X-Forwarded-For",
      ),
    );
  } else if (trusted_proxies.some((range) => /^(0\.0\.0\.0|::)\/0$/.test(range))) {
    findings.push(
      failure(
        "proxy",
        "every peer is trusted, so any caller can claim any address",
        "Set trusted_proxies to the proxy's own address",
      ),
    );
  } else {
    findings.push(ok("proxy", `trusted: ${trusted_proxies.join(", ") || "none"}`));
  }
  return findings;
};

/** Whether a WebSocket comes through, which a proxy must be told to let. */
async function checkUpgrade(baseUrl: string, token: string): Promise<Finding> {
  const opened = await opens(`${baseUrl.replace(/^http/, "ws")}/api/v1/stream`, token);
  return opened ? ok("proxy", "WebSockets come through") : failure(
    "proxy",
    "a WebSocket does not come through",
    "Let the proxy pass the headers Upgrade and Connection; see docs/deploy.md",
  );
}

async function checkHealth(baseUrl: string, send: typeof fetch): Promise<Finding> {
  try {
    const response = await send(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(5000) });
    const body = await response.json().catch(() => null);
    if (response.ok && body?.ok === true) return ok("address", `${baseUrl} leads to Parley`);
    return failure(
      "address",
      `${baseUrl} answers HTTP ${response.status}, which is not Parley's answer`,
      "Let the proxy pass every path to the service",
    );
  } catch {
    return warning(
      "address",
      `${baseUrl} does not answer from here`,
      "Start the service, and check DNS, the proxy and the firewall",
    );
  }
}
