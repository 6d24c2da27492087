// Notifications of the system: what is told, and that nothing is while the reader looks at the page.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest } from "./house.ts";

interface Shown {
  title: string;
  body: string;
}

/** Lets the page look away, and remembers what it asks the browser to show. */
async function watchNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: unknown[] = [];
    Object.assign(globalThis, { shown, lookedAt: true });
    const Real = Notification;
    globalThis.Notification = class extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        shown.push({ title, body: options?.body, notification: this });
      }
    };
    document.hasFocus = () => (globalThis as unknown as { lookedAt: boolean }).lookedAt;
  });
}

const look = (page: Page, lookedAt: boolean) =>
  page.evaluate((lookedAt) => Object.assign(globalThis, { lookedAt }), lookedAt);

const shown = (page: Page): Promise<Shown[]> =>
  page.evaluate(() =>
    (globalThis as unknown as { shown: Shown[] }).shown.map(({ title, body }) => ({ title, body }))
  );

async function untilShown(page: Page, count: number): Promise<Shown[]> {
  await page.waitForFunction(
    (count) => (globalThis as unknown as { shown: unknown[] }).shown.length >= count,
    count,
  );
  return await shown(page);
}

browserTest("mentions, direct messages and answers come as notifications", async (house) => {
  const ana = await house.person("Ana");
  const ben = await house.person("Ben", { invitedBy: ana });
  const ops = await house.chat(ana, "ops");
  const coffee = await house.chat(ana, "coffee");
  for (const chat of [ops, coffee]) {
    await house.call(ana.token, "PUT", `/chats/${chat.chat_id}/members/${ben.user.user_id}`, {});
  }
  const direct = { kind: "direct", username: "ana" };
  const { chat: private_ } = await house.call(ben.token, "POST", "/chats", direct);
  const { page, context } = ana;
  await context.grantPermissions(["notifications"]);
  await watchNotifications(page);
  await page.goto(`${house.url}/settings/me`);
  await page.getByLabel("Tell me about").selectOption("direct");

  const own = await house.say(ana, ops, "Is anybody there?");
  await page.goto(`${house.url}/chats/${ops.chat_id}`);
  await page.getByText("Is anybody there?").waitFor();
  await house.say(ben, ops, "@ana while you look");
  await page.getByText("while you look").waitFor();

  await look(page, false);
  await house.say(ben, ops, "to nobody");
  await house.say(ben, coffee, "to nobody either");
  await house.say(ben, ops, "@ana in the open chat");
  await untilShown(page, 1);
  const path = `/messages/${own.message_id}/replies`;
  await house.call(ben.token, "POST", path, { content: "I am" });
  await untilShown(page, 2);
  await house.say(ben, coffee, "@ana in another chat");
  await untilShown(page, 3);
  await house.say(ben, private_, "between us");
  assert.deepEqual(await untilShown(page, 4), [
    { title: "Ben in ops", body: "@ana in the open chat" },
    { title: "Ben in ops", body: "I am" },
    { title: "Ben in coffee", body: "@ana in another chat" },
    { title: "Ben", body: "between us" },
  ]);

  await page.evaluate(() => {
    const { shown } = globalThis as unknown as { shown: { notification: Notification }[] };
    shown[2]!.notification.onclick!(new Event("click"));
  });
  await page.waitForURL(`**/chats/${coffee.chat_id}/messages/*`);
});

browserTest("where notifications are blocked, choosing them says what to do", async (house) => {
  const { page } = await house.person("Ana");
  await page.addInitScript(() => {
    Notification.requestPermission = () => Promise.resolve("denied");
  });
  await page.goto(`${house.url}/settings/me`);
  const choice = page.getByLabel("Tell me about");
  await choice.selectOption("all");
  await page.getByText("Allow them in its settings for this address").waitFor();
  assert.equal(await choice.inputValue(), "off");
});
