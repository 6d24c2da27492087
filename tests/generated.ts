// Generated JSON for property tests: seeded, so that a failure comes again.
export class Generator {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to, but not, 1 (mulberry32). */
  next(): number {
    let t = this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)]!;
  }

  /** A value as JSON text: sensible, odd, or no JSON at all inside. */
  value(depth = 0): string {
    const kind = this.next();
    if (kind < 0.5) return this.pick(ODD_VALUES);
    if (kind < 0.75 || depth > 2) return JSON.stringify(this.pick(TEXTS));
    const length = Math.floor(this.next() * 4);
    const items = Array.from({ length }, () => this.value(depth + 1));
    if (kind < 0.9) return `[${items.join(",")}]`;
    return `{${items.map((item) => `${JSON.stringify(this.pick(TEXTS))}:${item}`).join(",")}}`;
  }

  /** A body that has some of these fields, now and then broken. */
  body(fields: readonly string[]): string {
    const kind = this.next();
    if (kind < 0.05) return this.pick(BROKEN);
    if (kind < 0.1) return this.value();
    const count = Math.floor(this.next() * (fields.length + 2));
    const pairs = Array.from({ length: count }, () => {
      const field = this.next() < 0.9 ? this.pick(fields) : this.pick(TEXTS);
      return `${JSON.stringify(field)}:${this.value()}`;
    });
    return `{${pairs.join(",")}}`;
  }
}

const ODD_VALUES = [
  "null",
  "true",
  "false",
  "0",
  "-1",
  "1",
  "7",
  "60",
  "1.5",
  "1e308",
  "1e400",
  "-0",
  "9007199254740993",
  "9223372036854775808",
  "[]",
  "{}",
  '""',
  '" "',
  '"\\ud800"',
  '"\\u0000"',
  '"https://a.test/x.png"',
  '"javascript:alert(1)"',
  '["192.0.2.1","10.0.0.0/8"]',
  '"group"',
  '"direct"',
  '"all"',
  '"admin"',
  '"OK"',
];
const TEXTS = [
  "__proto__",
  "constructor",
  "toString",
  "content",
  "name",
  "ana",
  "Ops team",
  "héllo wörld",
  "日本語テキスト",
  "👩‍👩‍👧‍👦",
  "x".repeat(81),
  "é".repeat(4001),
  "@helper hi",
  "<script>alert(1)</script>",
  "\u202e\u0000\n\t",
  "correct horse battery",
];
const BROKEN = ["", "{", "[1,", '{"a":}', "nope", '{"a":1}}', "\u0000", "NaN", "{'a':1}"];
