// Writes docs/screenshots/: every page, light and dark, and the main ones on a phone.
import type { Page } from "playwright-core";
import { chromiumPath } from "./chromium.ts";
import { furnish, type Furnished } from "./furniture.ts";
import { type House, openHouse, type Person } from "./house.ts";
import { recompress } from "./png.ts";
import { Reply } from "./reply.ts";

const FOLDER = new URL("../../docs/screenshots/", import.meta.url);
const DESK = { width: 1200, height: 750 };
const PHONE = { width: 360, height: 720 };
const THEMES = ["light", "dark"] as const;

let total = 0;

async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.waitForTimeout(400);
    const picture = await recompress(await page.screenshot());
    total += picture.length;
    await Deno.writeFile(new URL(`${name}-${colorScheme}.png`, FOLDER), picture);
  }
}

async function visit(house: House, page: Page, path: string): Promise<void> {
  await page.goto(house.url + path);
  await page.getByRole("navigation").or(page.getByRole("main")).first().waitFor();
  await page.waitForTimeout(600);
}

async function shootEntry(house: House): Promise<void> {
  const { page, context } = await house.open({ viewport: DESK });
  await page.goto(`${house.url}/setup#token=${house.setupToken}`);
  await page.getByLabel("Your name").fill("Ana Ruiz");
  await shoot(page, "setup");
  await page.goto("about:blank");
  await page.goto(`${house.url}/signin`);
  await page.getByLabel("Username").waitFor();
  await shoot(page, "signin");
  await context.close();
}

async function shootPages(house: House, ana: Person, home: Furnished): Promise<void> {
  const { page } = ana;
  const { thread, missing: _, home: __, ...pages } = home.pages;
  for (const [name, path] of Object.entries(pages)) {
    await visit(house, page, path);
    await shoot(page, name);
  }
  const live = await Reply.begin(house, home.token, home.root.message_id);
  await live.append("Yes. Every attempt draws from the **same budget**, so a caller that");
  await visit(house, page, thread!);
  await shoot(page, "thread");
  await page.setViewportSize(PHONE);
  await visit(house, page, thread!);
  await shoot(page, "phone_thread");
  await visit(house, page, pages.chat!);
  await shoot(page, "phone_chat");
  await visit(house, page, "/");
  await shoot(page, "phone_home");
  await page.setViewportSize(DESK);
}

/** What is shown only once. */
async function shootSecret(house: House, page: Page, chatId: number): Promise<void> {
  await visit(house, page, `/chats/${chatId}/settings/webhooks`);
  await page.getByRole("button", { name: "Create a webhook" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Nightly backup");
  await shoot(page, "new_webhook");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Send test" }).click();
  await page.locator(".preview .message").waitFor();
  await shoot(page, "webhook_created");
}

if (chromiumPath === null) {
  console.error("No screenshots: no Chromium is installed (apt-get install chromium)");
  Deno.exit(1);
}
await Deno.mkdir(FOLDER, { recursive: true });
const house = await openHouse();
try {
  await shootEntry(house);
  const ana = await house.person("Ana Ruiz", { viewport: DESK });
  await visit(house, ana.page, "/");
  await shoot(ana.page, "home");
  const home = await furnish(house, ana);
  await shootPages(house, ana, home);
  await shootSecret(house, ana.page, home.chat.chat_id);
} finally {
  await house.close();
}
console.log(`Wrote ${Math.round(total / 1024)} KiB of screenshots`);
