import assert from "node:assert/strict";
import { chooseIdentity, usableAvatar, usableName } from "../../../chat/identity.ts";

const fallback = { displayName: "Alerts", avatarUrl: "https://a.test/default.png" };
const nameOf = (username: unknown) => chooseIdentity({ username }, fallback).displayName;
const avatarOf = (avatar_url: unknown) => chooseIdentity({ avatar_url }, fallback).avatarUrl;

Deno.test("a request with neither uses the defaults, without a warning", () => {
  assert.deepEqual(chooseIdentity({}, fallback), { ...fallback, warnings: [] });
  assert.deepEqual(chooseIdentity({ username: null, avatar_url: null }, fallback), {
    ...fallback,
    warnings: [],
  });
});

Deno.test("the request's own name and picture come first, each by itself", () => {
  assert.equal(nameOf("  CI  "), "CI");
  assert.equal(avatarOf("https://a.test/ci.png"), "https://a.test/ci.png");
  const both = chooseIdentity({ username: "CI" }, fallback);
  assert.deepEqual(both, { displayName: "CI", avatarUrl: fallback.avatarUrl, warnings: [] });
});

Deno.test("a name has 1 to 80 code points after trimming", () => {
  assert.equal(usableName("x"), "x");
  assert.equal(usableName("😀".repeat(80)), "😀".repeat(80));
  assert.equal(usableName(` ${"x".repeat(80)} `), "x".repeat(80));
  for (const bad of ["", "   ", "x".repeat(81), "😀".repeat(81), 7, {}, [], true, "\ud800"]) {
    assert.equal(usableName(bad), null, JSON.stringify(bad));
  }
});

Deno.test("an avatar is an absolute http(s) URL of at most 2048 characters", () => {
  assert.equal(usableAvatar("http://a.test/x.png"), "http://a.test/x.png");
  const longest = `https://a.test/${"x".repeat(2048 - 15)}`;
  assert.equal(usableAvatar(longest), longest);
  const bad = [
    `${longest}x`,
    "",
    "/x.png",
    "//a.test/x.png",
    "javascript:alert(1)",
    "data:image/png;base64,AA==",
    "ftp://a.test/x",
    "https://",
    "nonsense",
    7,
    {},
  ];
  for (const value of bad) assert.equal(usableAvatar(value), null, String(value));
});

Deno.test("what cannot be used is left aside for the default, and said so", () => {
  const chosen = chooseIdentity({ username: "", avatar_url: "x" }, fallback);
  assert.equal(chosen.displayName, "Alerts");
  assert.equal(chosen.avatarUrl, fallback.avatarUrl);
  assert.equal(chosen.warnings.length, 2);
  assert.match(chosen.warnings[0]!, /username.*1 to 80 characters/);
  assert.match(chosen.warnings[1]!, /avatar_url.*2048 characters/);
});
