// Network addresses as settings name them: one IP address, or a range in CIDR form.
import { isIP } from "node:net";

export function isAddressOrRange(text: string): boolean {
  const [address, prefix, ...rest] = text.split("/");
  const version = isIP(address ?? "");
  if (version === 0 || rest.length > 0 || address!.includes("%")) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}
