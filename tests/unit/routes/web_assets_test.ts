import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { serveAsset } from "../../../routes/web_assets.ts";

function get(path: string, headers: Record<string, string> = {}, method = "GET") {
  return serveAsset(new Request(`http://parley.test${path}`, { method, headers }));
}

const page = await get("/")!.text();
const script = page.match(/src="(\/assets\/app-[0-9a-f]+\.js)"/)![1]!;

Deno.test("every address of the app answers with the same page", async () => {
  const addresses = [
    "/setup",
    "/signin",
    "/search",
    "/invite/abc",
    "/chats",
    "/chats/7",
    "/chats/7/threads/101",
    "/chats/7/settings/webhooks",
    "/settings/bots",
  ];
  for (const path of addresses) {
    const response = get(path);
    assert.equal(response?.status, 200, path);
    assert.equal(await response.text(), page, path);
  }
});

Deno.test("a path that is neither a page nor a file is left to others", () => {
  const strange = [
    "/nope",
    "/assets/nope.js",
    "/setup/more",
    "/invite/a/b",
    "/__proto__",
    "/api/v1/me",
  ];
  for (const path of strange) assert.equal(get(path), null, path);
});

Deno.test("the page runs no inline script and loads hashed files only", () => {
  assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)/);
  assert.doesNotMatch(page, /\{\{|<style|\son\w+=/);
  const files = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]!);
  for (const file of files) {
    assert.match(file, /^\/assets\/[\w-]+-[0-9A-Za-z]{8,}\.\w+$/);
    assert.equal(get(file)?.headers.get("cache-control"), "public, max-age=31536000, immutable");
  }
});

Deno.test("the page is asked for again each time, and its policy is strict", () => {
  const { headers } = get("/")!;
  assert.equal(headers.get("cache-control"), "no-cache");
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("referrer-policy"), "no-referrer");
  const policy = headers.get("content-security-policy")!;
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe/);
});

Deno.test("the coding follows what the browser accepts", async () => {
  const plain = await get(script)!.text();
  const gzip = get(script, { "accept-encoding": "gzip" })!;
  assert.equal(gzip.headers.get("content-encoding"), "gzip");
  assert.equal(gunzipSync(await gzip.bytes()).toString(), plain);
  const rows: [string, string | null][] = [
    ["gzip, deflate, br", "br"],
    ["gzip, br;q=0", "gzip"],
    ["deflate", null],
    ["gzip;q=0.0", null],
  ];
  for (const [accepted, coding] of rows) {
    const response = get(script, { "accept-encoding": accepted })!;
    assert.equal(response.headers.get("content-encoding"), coding, accepted);
    assert.equal(response.headers.get("vary"), "accept-encoding");
  }
});

Deno.test("a known tag is answered with 304, and only for the same coding", () => {
  const tag = get("/", { "accept-encoding": "br" })!.headers.get("etag")!;
  const again = get("/", { "accept-encoding": "br", "if-none-match": `"old", W/${tag}` })!;
  assert.equal(again.status, 304);
  assert.equal(again.body, null);
  assert.equal(get("/", { "if-none-match": tag })!.status, 200);
});

Deno.test("HEAD answers the headers of GET without a body", async () => {
  const head = get(script, {}, "HEAD")!;
  assert.equal(head.headers.get("content-length"), get(script)!.headers.get("content-length"));
  assert.equal(await head.text(), "");
});
