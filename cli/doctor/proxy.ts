// The public address: whether it leads here, and whether callers come through the proxy as who they are.
import { addressRange } from "../../chat/addresses.ts";
import type { Config } from "../../config.ts";
import { opens } from "../follow.ts";
import { type Check, failure, type Finding, ok, warning } from "./check.ts";

const isLocal = (host: string) => /^(127\.|localhost$|\[?::1\]?$)/.test(host);
/** An address that is nobody's (RFC 5737). */
const CLAIMED = "203.0.113.77";

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
  if (health.level === "ok") findings.push(...await checkPassage(config, base_url, send));
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

async function checkPassage(config: Config, baseUrl: string, send: typeof fetch) {
  const { owner_token: token } = config;
  if (token !== null) {
    return [await checkUpgrade(baseUrl, token), await checkAddress(config, baseUrl, token, send)];
  }
  return [ok("proxy", "set PARLEY_OWNER_TOKEN to have WebSockets and callers' addresses checked")];
}

/** Which caller the service sees behind the proxy, and whether a caller can claim to be another. */
async function checkAddress(
  { trusted_proxies }: Config,
  baseUrl: string,
  token: string,
  send: typeof fetch,
): Promise<Finding> {
  const seenWith = async (headers: Record<string, string>): Promise<string | null> => {
    const response = await send(`${baseUrl}/api/v1/me`, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
      signal: AbortSignal.timeout(5000),
    });
    return (await response.json()).address ?? null;
  };
  const [seen, ...claimed] = await Promise.all([
    seenWith({}),
    seenWith({ "X-Forwarded-For": CLAIMED }),
    seenWith({ Forwarded: `for=${CLAIMED}` }),
  ]).catch(() => [null]);
  if (seen === null || seen === undefined) {
    return warning(
      "proxy",
      "the service did not tell which address it sees",
      "Check that owner_token is the running service's, and that the proxy passes Authorization",
    );
  }
  const isClaimable = claimed.includes(CLAIMED);
  const ranges = trusted_proxies.map(addressRange);
  const isProxy = isLocal(seen) || ranges.some((isIn) => isIn?.(seen));
  if (isLocal(new URL(baseUrl).hostname) || (!isProxy && !isClaimable)) {
    return ok("proxy", `the service sees this caller as ${seen}`);
  }
  // From the proxy's own machine the two cannot be told apart: it is trusted to say who calls.
  if (isProxy) {
    return warning(
      "proxy",
      `the service sees this caller as ${seen}, which is the proxy's address or this machine's` +
        (isClaimable ? ", and believes what a caller writes into X-Forwarded-For" : ""),
      "Let the proxy set X-Forwarded-For, set trusted_proxies to its address, and look again from another machine",
    );
  }
  return failure(
    "proxy",
    "it passes on the address that a caller claims, so any caller can pass any IP allowlist",
    "Let the proxy set X-Forwarded-For itself and take Forwarded away; see docs/deploy.md",
  );
}

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
