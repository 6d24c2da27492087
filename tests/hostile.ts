// Bodies as nobody should send them: near a legal one, far from it, and not even JSON.
import type { Random } from "./random.ts";

const STRINGS = [
  "",
  " ",
  "\u0000",
  "hi",
  "@helper",
  "\ud800",
  "\udc00x",
  "\ufeff",
  "\u202e",
  "日本",
  "😀",
  "`@helper`",
  "<http://a|b>",
  "-1",
  "1e9",
  "null",
  "../..",
  "svcbot_x",
  "a".repeat(80),
  "a".repeat(81),
  "日".repeat(1334),
  "😀".repeat(4001),
  "x".repeat(4000),
  "x".repeat(4001),
  "x".repeat(60_001),
];
const NUMBERS = [
  "0",
  "-0",
  "1",
  "-1",
  "1.5",
  "1e3",
  "1e400",
  "-1e400",
  "9007199254740993",
  "9223372036854775807",
  "9223372036854775808",
  "123456789012345678901234567890",
  "0.1e-10",
];
const NAMES = ["__proto__", "constructor", "toString", "", "length", "content\u0000", "x"];

function value(random: Random, depth: number): string {
  switch (random.below(depth > 3 ? 4 : 7)) {
    case 0:
      return JSON.stringify(random.pick(STRINGS));
    case 1:
      return random.pick(NUMBERS);
    case 2:
      return random.pick(["true", "false", "null"]);
    case 3:
      return `"\\u${random.below(65_536).toString(16).padStart(4, "0")}"`;
    case 4:
      return `[${many(random, () => value(random, depth + 1))}]`;
    case 5:
      return object(random, NAMES, depth + 1);
    default: {
      const levels = random.pick([10, 1000, 10_000]);
      return "[".repeat(levels) + "]".repeat(levels);
    }
  }
}

function many(random: Random, make: () => string): string {
  return Array.from({ length: random.below(5) }, make).join(",");
}

function object(random: Random, names: readonly string[], depth: number): string {
  const field = () => {
    const name = random.chance(0.85) ? random.pick(names) : random.pick(NAMES);
    return `${JSON.stringify(name)}:${value(random, depth)}`;
  };
  return `{${many(random, field)}}`;
}

/** A body for a surface that takes these fields; `legal` are the ones that it accepts. */
export function hostileBody(
  random: Random,
  fields: readonly string[],
  legal: Record<string, unknown>,
): string | Uint8Array {
  const kind = random.next();
  if (kind < 0.45) return object(random, fields, 0);
  if (kind < 0.75) {
    const spoiled = random.pick(fields);
    const pairs = Object.entries(legal).filter(([name]) => name !== spoiled)
      .map(([name, it]) => `${JSON.stringify(name)}:${JSON.stringify(it)}`);
    return `{${[...pairs, `${JSON.stringify(spoiled)}:${value(random, 0)}`].join(",")}}`;
  }
  if (kind < 0.85) return value(random, 0);
  const text = JSON.stringify(legal);
  if (kind < 0.92) return text.slice(0, random.below(text.length + 1));
  const bytes = new TextEncoder().encode(text);
  for (let i = 0; i < 3; i++) bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}
