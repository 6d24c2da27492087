/** Whether the host of this address accepts a connection. */
export type Probe = (url: string) => Promise<boolean>;

const PROXIES = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];

/** Opens and closes a TCP connection: the only way to tell "out of reach" from "thinking", since fetch shows neither. */
export const canConnect: Probe = async (url) => {
  const { hostname, port, protocol } = new URL(url);
  // Behind a proxy the backend's own address says nothing; the first-token limit has to do.
  if (PROXIES.some((name) => Deno.env.get(name) || Deno.env.get(name.toLowerCase()))) return true;
  try {
    const connection = await Deno.connect({
      hostname: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port || (protocol === "https:" ? 443 : 80)),
    });
    connection.close();
    return true;
  } catch {
    return false;
  }
};
