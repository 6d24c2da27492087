// The system's Chromium, or a printed reason why there is none.
import { type Browser, chromium } from "playwright-core";

const PATHS = [Deno.env.get("CHROMIUM"), "/usr/bin/chromium", "/usr/bin/chromium-browser"]
  .concat("/usr/bin/google-chrome");

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
  .concat("--disable-background-networking", "--disable-component-update", "--disable-sync");

function findChromium(): string | null {
  for (const path of PATHS) {
    try {
      if (path && Deno.statSync(path).isFile) return path;
    } catch {
      // Not there: the next one.
    }
  }
  return null;
}

export const chromiumPath = findChromium();

export function launch(): Promise<Browser> {
  if (chromiumPath === null) throw new Error("No Chromium is installed: apt-get install chromium");
  return chromium.launch({ executablePath: chromiumPath, args: FLAGS });
}
