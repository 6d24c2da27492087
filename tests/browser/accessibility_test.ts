// Every page, scanned by axe in both themes and on a small screen; and the main way walked by keyboard alone.
import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { browserTest, type House, type Person } from "./house.ts";
import { Reply } from "./reply.ts";
import { furnish } from "./furniture.ts";

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    // deno-lint-ignore no-explicit-any -- the scanner that was just put into the page
    const { violations } = await (globalThis as any).axe.run(document, {
      resultTypes: ["violations"],
    });
    // deno-lint-ignore no-explicit-any
    return violations.flatMap((violation: any) =>
      // deno-lint-ignore no-explicit-any
      violation.nodes.map((node: any) => `${violation.id}: ${node.html.slice(0, 160)}`)
    );
  });
}

async function scan(house: House, person: Person, paths: string[], label: string): Promise<void> {
  const { page } = person;
  for (const path of paths) {
    await page.goto(house.url + path);
    await page.getByRole("main").or(page.getByRole("complementary")).first().waitFor();
    await page.waitForTimeout(500);
    assert.deepEqual(await violations(page), [], `${label} ${path}`);
    const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert.equal(isTooWide, false, `${label} ${path} is wider than the window`);
  }
}

for (const colorScheme of ["light", "dark"] as const) {
  browserTest(`axe finds nothing on any page in ${colorScheme}`, async (house) => {
    // The scanner writes into the page, which the page's own policy rightly forbids.
    const ana = await house.person("Ana", { colorScheme, bypassCSP: true });
    const { pages, chat, token, root } = await furnish(house, ana);
    const live = await Reply.begin(house, token, root.message_id);
    await live.append("Still **writing**");
    const paths = Object.values(pages);
    await scan(house, ana, paths, "wide");
    await ana.page.setViewportSize({ width: 360, height: 740 });
    await scan(house, ana, paths, "narrow");
    await ana.page.setViewportSize({ width: 1280, height: 800 });

    for (const name of ["Jump to…", "New chat", "New direct message"]) {
      await ana.page.goto(`${house.url}/chats/${chat.chat_id}`);
      await ana.page.getByRole("button", { name, exact: true }).first().click();
      await ana.page.getByRole("dialog").waitFor();
      assert.deepEqual(await violations(ana.page), [], name);
    }

    const stranger = await house.open({ colorScheme, bypassCSP: true });
    const { code } = await house.call(ana.token, "POST", "/invites", {});
    for (const path of ["/signin", "/setup#token=x", `/invite/${code}`]) {
      await stranger.page.goto("about:blank");
      await stranger.page.goto(house.url + path);
      await stranger.page.getByRole("heading", { level: 1 }).waitFor();
      assert.deepEqual(await violations(stranger.page), [], path);
    }
  });
}

browserTest(
  "a chat can be made, written to and answered with the keyboard alone",
  async (house) => {
    const ana = await house.person("Ana");
    const { page } = ana;
    await page.goto(house.url);
    await page.getByRole("heading", { name: "Hello, Ana" }).waitFor();
    const { keyboard } = page;
    const focusOn = async (name: RegExp) => {
      for (let step = 0; step < 60; step++) {
        await keyboard.press("Tab");
        const label = await page.evaluate(() => {
          const { activeElement: it } = document;
          return it?.getAttribute("aria-label") ?? (it as HTMLElement | null)?.innerText ?? "";
        });
        if (name.test(label)) return;
      }
      throw new Error(`The Tab key does not reach ${name}`);
    };
    await focusOn(/^Create a chat/);
    await keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await keyboard.type("ops");
    await keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Message ops" }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
    await keyboard.type("first");
    await keyboard.press("Shift+Enter");
    await keyboard.type("second line");
    await keyboard.press("Enter");
    await page.getByRole("article").filter({ hasText: "second line" }).waitFor();
    await keyboard.type("another");
    await keyboard.press("Enter");
    const last = page.getByRole("article").filter({ hasText: "another" });
    await last.waitFor();

    await keyboard.press("Shift+Tab");
    for (let step = 0; step < 12; step++) {
      if (await page.evaluate(() => document.activeElement?.tagName === "ARTICLE")) break;
      await keyboard.press("Shift+Tab");
    }
    await keyboard.press("ArrowUp");
    const label = await page.evaluate(() => document.activeElement?.textContent ?? "");
    assert.match(label, /first/);
    await focusOn(/^Reply in thread/);
    await keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Thread" }).waitFor();
    await page.waitForFunction(() => document.activeElement?.ariaLabel === "Reply…");
    await keyboard.type("an answer");
    await keyboard.press("Enter");
    await page.getByRole("complementary").getByRole("article").filter({ hasText: "an answer" })
      .waitFor();
    await keyboard.press("Escape");
    await page.getByRole("complementary").waitFor({ state: "detached" });
    assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ""), /first/);
  },
);
