// A proxy in front of a service, run with the example that is shipped.
import { join } from "node:path";
import { freePort } from "../ports.ts";
import { ROOT, type Running } from "../process.ts";

export interface Site {
  /** Where the proxy is to listen on TLS. */
  port: number;
  /** Where the service listens. */
  servicePort: number;
  /** A folder of the test, with cert.pem and key.pem for localhost. */
  folder: string;
}

export interface Proxy {
  program: string;
  start(site: Site): Promise<Running>;
  /** The log files that it writes beside what it prints. */
  logs: string[];
}

/** The shipped example with only these places changed, each of which it must have. */
export async function adapted(file: string, changes: [from: string, to: string][]) {
  let text = await Deno.readTextFile(join(ROOT, file));
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)} to change`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** A folder with a certificate of its own for localhost. */
export async function newSite(): Promise<Site> {
  const folder = await Deno.makeTempDir({ prefix: "parley-proxy-" });
  // nginx serves as another user.
  await Deno.chmod(folder, 0o755);
  const { code, stderr } = await new Deno.Command("openssl", {
    args: "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2".split(" ")
      .concat("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
      .concat("-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")),
    stdout: "null",
    stderr: "piped",
  }).output();
  if (code !== 0) throw new Error(`openssl: ${new TextDecoder().decode(stderr)}`);
  return { port: freePort(), servicePort: freePort(), folder };
}
