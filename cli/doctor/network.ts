// The port that the service listens on, and the clock.
import { type Check, failure, type Finding, ok, warning } from "./check.ts";

const LARGEST_SKEW_MS = 5_000;

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
