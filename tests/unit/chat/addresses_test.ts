import assert from "node:assert/strict";
import { addressRange, callerAddress, canonicalAddress } from "../../../chat/addresses.ts";

const CANONICAL: readonly [text: string, canonical: string | null][] = [
  ["192.0.2.1", "192.0.2.1"],
  [" 192.0.2.1 ", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:c000:201", "192.0.2.1"],
  ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
  ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["2001:0db8::0001", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["::1", "::1"],
  ["::", "::"],
  ["192.0.2", null],
  ["192.0.2.256", null],
  ["192.0.2.01", null],
  ["192.0.2.1.", null],
  ["192.0.2.0/24", null],
  ["2001:db8::/32", null],
  ["2001:db8::1::2", null],
  ["example.com", null],
  ["", null],
  ["1", null],
];

for (const [text, canonical] of CANONICAL) {
  Deno.test(`the address ${JSON.stringify(text)} is ${canonical ?? "none"}`, () => {
    assert.equal(canonicalAddress(text), canonical);
  });
}

Deno.test("a range of trusted proxies holds exact addresses and CIDR blocks", () => {
  const has = (range: string, address: string) => addressRange(range)!(address);
  assert.ok(has("10.0.0.0/8", "10.255.1.2"));
  assert.ok(!has("10.0.0.0/8", "11.0.0.1"));
  assert.ok(has("10.1.2.3", "10.1.2.3"));
  assert.ok(!has("10.1.2.3", "10.1.2.4"));
  assert.ok(has("0.0.0.0/0", "203.0.113.9"));
  assert.ok(!has("0.0.0.0/0", "2001:db8::1"));
  assert.ok(has("2001:db8::/32", "2001:db8:ffff::1"));
  assert.ok(!has("2001:db8::/32", "2001:db9::1"));
  assert.ok(!has("::/0", "10.0.0.1"));
  for (const bad of ["10.0.0.0/33", "10.0.0.0/x", "nonsense", "2001:db8::/129", "/8"]) {
    assert.equal(addressRange(bad), null, bad);
  }
});

const trusted = ["127.0.0.1", "10.0.0.0/8", "2001:db8:1::/48"].map((text) => addressRange(text)!);
const caller = (peer: string, headers: HeadersInit = {}) =>
  callerAddress(peer, new Headers(headers), trusted);

Deno.test("a peer that is no trusted proxy is the caller, whatever it claims", () => {
  assert.equal(caller("203.0.113.9", { "x-forwarded-for": "1.2.3.4" }), "203.0.113.9");
  assert.equal(caller("::ffff:203.0.113.9"), "203.0.113.9");
  const spoofed = new Headers({ "x-forwarded-for": "1.2.3.4" });
  assert.equal(callerAddress("127.0.0.1", spoofed, []), "127.0.0.1");
});

Deno.test("behind trusted proxies the caller is the right-most address that is none of them", () => {
  const list = (value: string) => caller("127.0.0.1", { "x-forwarded-for": value });
  assert.equal(list("1.2.3.4"), "1.2.3.4");
  assert.equal(list("6.6.6.6, 1.2.3.4, 10.0.0.7"), "1.2.3.4");
  assert.equal(list("10.0.0.8, 10.0.0.7"), "10.0.0.8");
  assert.equal(list("::ffff:1.2.3.4"), "1.2.3.4");
  assert.equal(list("1.2.3.4:5678"), "1.2.3.4");
  assert.equal(list("[2001:db8:2::1]:443"), "2001:db8:2::1");
  assert.equal(list("2001:DB8:2:0::1, 2001:db8:1::5"), "2001:db8:2::1");
  assert.equal(list("1.2.3.4, unknown"), "127.0.0.1");
  assert.equal(list(""), "127.0.0.1");
});

Deno.test("Forwarded says the same in its own words", () => {
  const forwarded = (value: string) => caller("127.0.0.1", { forwarded: value });
  assert.equal(forwarded("for=1.2.3.4;proto=https"), "1.2.3.4");
  assert.equal(forwarded('proto=https;For="[2001:db8:2::1]:4711"'), "2001:db8:2::1");
  assert.equal(forwarded("for=6.6.6.6, for=1.2.3.4, for=10.0.0.7"), "1.2.3.4");
  assert.equal(forwarded("for=_hidden"), "127.0.0.1");
  assert.equal(forwarded("proto=https"), "127.0.0.1");
});
