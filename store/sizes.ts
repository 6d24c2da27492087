// What a value takes in the store, estimated from above: commits are bounded in bytes before they are made.
const NUMBER = 9;
const AROUND = 10;

export function sizeOf(value: unknown): number {
  // One character that is not Latin-1 makes them all two bytes.
  if (typeof value === "string") return 2 * value.length + AROUND;
  if (value instanceof Uint8Array) return value.length + AROUND;
  if (typeof value !== "object" || value === null) return NUMBER;
  let size = AROUND;
  if (Array.isArray(value)) {
    for (const inner of value) size += sizeOf(inner);
  } else {
    for (const [name, inner] of Object.entries(value)) size += name.length + 2 + sizeOf(inner);
  }
  return size;
}
