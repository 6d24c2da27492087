// Secrets: a prefix that says what they are for, thirty random characters, six of checksum. A typo is known without a
// look-up, a secret scanner knows them in a file, and only their SHA-256 is kept.
import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARS = 30;
const CHECKSUM_CHARS = 6;
const SHAPE = /^([a-z]+_)([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

export const PREFIX = {
  bot: "svcbot_",
  webhook: "svcwh_",
  personal: "svcusr_",
  session: "svcses_",
  setup: "svcset_",
  invite: "svcinv_",
} as const;

export function mintToken(
  prefix: string,
  random: (bytes: number) => Uint8Array = randomBytes,
): string {
  let body = "";
  while (body.length < RANDOM_CHARS) {
    for (const byte of random(RANDOM_CHARS)) {
      // 248 = 4 × 62: what is above it would make some characters likelier than others.
      if (byte < 248 && body.length < RANDOM_CHARS) body += BASE62[byte % 62];
    }
  }
  return prefix + body + checksum(body);
}

/** Whether a token has this prefix and a checksum that fits. */
export function isWellFormedToken(token: string, prefix: string): boolean {
  const parts = SHAPE.exec(token);
  return parts !== null && parts[1] === prefix && parts[3] === checksum(parts[2]!);
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

function checksum(body: string): string {
  let value = crc32(body);
  let text = "";
  for (let i = 0; i < CHECKSUM_CHARS; i++) {
    text = BASE62[value % 62] + text;
    value = Math.floor(value / 62);
  }
  return text;
}
