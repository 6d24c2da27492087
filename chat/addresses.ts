// IP addresses: parsed to one canonical form, so that equal addresses are equal strings; and the caller's own address
// behind proxies that are trusted.
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** The canonical form of an address (IPv4-mapped IPv6 as IPv4), or null where it is none. */
export function canonicalAddress(text: string): string | null {
  const address = text.trim().replace(/^\[(.*)\]$/, "$1").replace(/%.*$/, "");
  if (IPV4.test(address)) return address;
  if (!address.includes(":") || !/^[0-9a-f:.]+$/i.test(address)) return null;
  const url = `http://[${address}]/`;
  if (!URL.canParse(url)) return null;
  const host = new URL(url).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  if (mapped === null) return host;
  const [high, low] = [parseInt(mapped[1]!, 16), parseInt(mapped[2]!, 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

export type AddressRange = (address: string) => boolean;

/** A predicate for exact addresses and CIDR ranges, as the configuration of trusted proxies has them. */
export function addressRange(text: string): AddressRange | null {
  const [base, bits] = text.split("/");
  const canonical = canonicalAddress(base ?? "");
  if (canonical === null) return null;
  if (bits === undefined) return (address) => address === canonical;
  const size = canonical.includes(":") ? 128 : 32;
  const length = Number(bits);
  if (!/^\d{1,3}$/.test(bits) || length > size) return null;
  const shift = BigInt(size - length);
  const wanted = asNumber(canonical) >> shift;
  return (address) =>
    address.includes(":") === (size === 128) && asNumber(address) >> shift === wanted;
}

/** The caller: the peer, or the right-most address that no trusted proxy has, where the peer is such a proxy. */
export function callerAddress(
  peer: string,
  headers: Headers,
  trusted: readonly AddressRange[],
): string {
  const own = canonicalAddress(peer) ?? peer;
  const isTrusted = (address: string) => trusted.some((range) => range(address));
  if (trusted.length === 0 || !isTrusted(own)) return own;
  let caller = own;
  for (const hop of forwardedHops(headers).reverse()) {
    const address = canonicalAddress(withoutPort(hop));
    if (address === null) return caller;
    caller = address;
    if (!isTrusted(address)) return address;
  }
  return caller;
}

function forwardedHops(headers: Headers): string[] {
  const list = headers.get("x-forwarded-for");
  if (list !== null) return list.split(",").map((hop) => hop.trim()).filter((hop) => hop !== "");
  const forwarded = headers.get("forwarded") ?? "";
  return forwarded.split(",").flatMap((element) => {
    const match = /(?:^|;)\s*for=(?:"([^"]*)"|([^;,\s]*))/i.exec(element);
    return match === null ? [] : [match[1] ?? match[2] ?? ""];
  });
}

function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(hop);
  if (bracketed !== null) return bracketed[1]!;
  return /^[\d.]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(":")) : hop;
}

function asNumber(canonical: string): bigint {
  if (!canonical.includes(":")) {
    return canonical.split(".").reduce((number, part) => (number << 8n) + BigInt(part), 0n);
  }
  const [head, tail] = canonical.split("::");
  const groups = (part: string | undefined) => part ? part.split(":") : [];
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const zeros = Array(8 - left.length - right.length).fill("0");
  return [...left, ...(tail === undefined ? [] : zeros), ...right]
    .reduce((number, group) => (number << 16n) + BigInt(parseInt(group, 16)), 0n);
}
