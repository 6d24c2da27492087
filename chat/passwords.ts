// Passwords: hashed with scrypt, at most two at once, since each takes half a second of a processor and 128 MiB.
import { Buffer } from "node:buffer";
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { invalidField } from "./errors.ts";
import { Turns } from "./turns.ts";

export const MIN_PASSWORD = 10;
export const MAX_PASSWORD_BYTES = 256;
/** The power of two that is scrypt's cost. */
export const PASSWORD_COST = 17;
const BLOCK = 8;
const HASH_BYTES = 32;

export function checkNewPassword(password: string, field = "password"): void {
  const characters = [...password].length;
  if (characters < MIN_PASSWORD) {
    throw invalidField(
      field,
      `The password has ${characters} characters; use at least ${MIN_PASSWORD} characters`,
    );
  }
  const bytes = new TextEncoder().encode(password).length;
  if (bytes > MAX_PASSWORD_BYTES) {
    throw invalidField(
      field,
      `The password has ${bytes} bytes; the limit is ${MAX_PASSWORD_BYTES} bytes`,
    );
  }
}

export async function hashPassword(password: string, cost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, cost);
  return ["scrypt", cost, salt.toString("base64"), hash.toString("base64")].join("$");
}

/** Whether the password is the hash's; without a hash it takes the same time and is false. */
export async function isPassword(
  password: string,
  stored: string | null,
  cost = PASSWORD_COST,
): Promise<boolean> {
  const parts = stored?.split("$") ?? [];
  const known = parts.length === 4 && parts[0] === "scrypt";
  const salt = known ? Buffer.from(parts[2]!, "base64") : randomBytes(16);
  const expected = known ? Buffer.from(parts[3]!, "base64") : new Uint8Array(HASH_BYTES);
  const actual = await derive(password, salt, known ? Number(parts[1]) : cost);
  return timingSafeEqual(actual, expected) && known;
}

const turns = new Turns(2, 64, "Sign-ins");

function derive(password: string, salt: Uint8Array, cost: number): Promise<Buffer> {
  return turns.take(() => scryptOf(password, salt, cost));
}

function scryptOf(password: string, salt: Uint8Array, cost: number): Promise<Buffer> {
  const N = 2 ** cost;
  const options = { N, r: BLOCK, p: 1, maxmem: 2 * 128 * N * BLOCK };
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (error, key) => {
    if (error) reject(error);
    else resolve(key);
  });
  return promise;
}
