// Every page and asset that a service shows to a browser.
import assert from "node:assert/strict";

const PAGES = ["/", "/healthz", "/readyz", "/metrics", "/docs", "/openapi.json"];

async function get(url: string): Promise<string> {
  const response = await fetch(url);
  const text = await response.text();
  assert.equal(response.status, 200, `${url}: ${text.slice(0, 200)}`);
  assert(text.length > 0, url);
  return text;
}

export async function checkPages(url: string): Promise<void> {
  for (const path of PAGES) {
    const text = await get(url + path);
    for (const [, asset] of text.matchAll(/(?:src|href)="(\/[^"#?]+\.[a-z0-9]+)"/g)) {
      await get(url + asset);
    }
  }
}
