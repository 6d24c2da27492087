import assert from "node:assert/strict";
import { browserTest } from "./house.ts";

browserTest(
  "a link to an old message opens the chat at it, and newer ones follow on",
  async (house) => {
    const ana = await house.person("Ana");
    const chat = await house.chat(ana, "ops");
    const ids: number[] = [];
    for (let count = 0; count < 400; count++) {
      ids.push((await house.say(ana, chat, `Message ${count}.`)).message_id);
    }
    const { page } = ana;
    await page.goto(`${house.url}/chats/${chat.chat_id}/messages/${ids[30]}`);
    const found = page.locator(`[data-id="${ids[30]}"]`);
    await found.waitFor();
    assert.match((await found.getAttribute("class"))!, /message-focused/);
    await page.waitForFunction((id) => {
      const { top, bottom } = document.querySelector(`[data-id="${id}"]`)!.getBoundingClientRect();
      return top > 54 && bottom < innerHeight;
    }, ids[30]);
    await page.locator(".timeline").hover();
    for (let turn = 0; turn < 200; turn++) {
      if (await page.locator(`[data-id="${ids[399]}"]`).count() > 0) break;
      await page.mouse.wheel(0, 900);
      await page.waitForTimeout(30);
    }
    const shown = await page.locator("[data-id]").evaluateAll((all) =>
      all.map((it) => Number((it as HTMLElement).dataset.id))
    );
    assert.deepEqual(shown, ids.slice(-shown.length));
    // One who scrolls back and writes sees what they wrote.
    await page.mouse.wheel(0, -3000);
    await page.getByRole("button", { name: "To the newest" }).waitFor();
    await page.getByRole("textbox", { name: "Message ops" }).fill("Done.");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "To the newest" }).waitFor({ state: "detached" });
    await page.waitForFunction(() => {
      const last = [...document.querySelectorAll("[data-id]")].at(-1)!;
      return last.textContent!.includes("Done.") &&
        last.getBoundingClientRect().bottom < innerHeight;
    });
  },
);

browserTest("a link leads to where the message is, and says where there is none", async (house) => {
  const ana = await house.person("Ana");
  const [ops, empty] = [await house.chat(ana, "ops"), await house.chat(ana, "empty")];
  const root = await house.say(ana, ops, "The disk on db-2 is full");
  const { message: reply } = await house.call(
    ana.token,
    "POST",
    `/messages/${root.message_id}/replies`,
    { content: "I moved the old logs away" },
  );
  const { page } = ana;
  await page.goto(`${house.url}/chats/${empty.chat_id}/messages/${reply.message_id}`);
  const focused = page.locator(".message-focused");
  await focused.filter({ hasText: "old logs" }).waitFor();
  assert.equal(
    new URL(page.url()).pathname,
    `/chats/${ops.chat_id}/threads/${root.message_id}/${reply.message_id}`,
  );

  await page.goto(`${house.url}/chats/${empty.chat_id}/messages/987654321`);
  await page.getByText("There is no message at this address").waitFor();
  await house.say(ana, empty, "The first one");
  await page.getByRole("article").filter({ hasText: "The first one" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "To the newest" }).count(), 0);

  await page.getByRole("navigation").getByRole("link", { name: /^ops/ }).click();
  await page.getByRole("article").filter({ hasText: "db-2" }).locator(".message-time").click();
  await focused.filter({ hasText: "db-2" }).waitFor();
  await page.goBack();
  await focused.waitFor({ state: "detached" });
});

browserTest("copied links and search lead to messages and replies", async (house) => {
  const ana = await house.person("Ana");
  await ana.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const chat = await house.chat(ana, "ops");
  const root = await house.say(ana, chat, "The disk on db-2 is full");
  await house.call(ana.token, "POST", `/messages/${root.message_id}/replies`, {
    content: "I moved the old logs away",
  });
  const { page } = ana;
  await page.goto(`${house.url}/chats/${chat.chat_id}`);
  const message = page.getByRole("article").filter({ hasText: "db-2" });
  await message.hover();
  await message.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, `${house.url}/chats/${chat.chat_id}/messages/${root.message_id}`);

  await page.keyboard.press("Control+k");
  await page.keyboard.type("old logs");
  await page.getByRole("option", { name: "Search messages for “old logs”" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator("mark", { hasText: "logs" }).first().waitFor();
  await page.getByRole("link").filter({ hasText: "old logs" }).click();
  const reply = page.getByRole("complementary").getByRole("article").filter({
    hasText: "old logs",
  });
  await reply.waitFor();
  assert.match((await reply.getAttribute("class"))!, /message-focused/);
});

browserTest("unread messages are counted until they are seen", async (house) => {
  const ana = await house.person("Ana");
  const ben = await house.person("Ben", { invitedBy: ana });
  const [ops, coffee] = [await house.chat(ana, "ops"), await house.chat(ana, "coffee")];
  for (const chat of [ops, coffee]) {
    await house.call(ana.token, "PUT", `/chats/${chat.chat_id}/members/${ben.user.user_id}`, {});
  }
  const { page } = ana;
  await page.goto(`${house.url}/chats/${ops.chat_id}`);
  await page.getByRole("textbox", { name: "Message ops" }).waitFor();
  for (let count = 0; count < 3; count++) await house.say(ben, coffee, `Coffee ${count}?`);
  const link = page.getByRole("navigation").getByRole("link", { name: /^coffee/ });
  await link.getByText("3").waitFor();
  await page.waitForFunction(() => document.title.startsWith("(3) "));
  await link.click();
  await page.getByText("Coffee 2?").waitFor();
  await link.locator(".count").waitFor({ state: "detached" });
  // The title follows a moment after the count.
  await page.waitForFunction(() => document.title.startsWith("coffee"));
  await page.reload();
  await page.getByText("Coffee 2?").waitFor();
  assert.equal(await link.locator(".count").count(), 0);
});

browserTest(
  "from anywhere to a chat or a person, by a few letters of their name",
  async (house) => {
    const ana = await house.person("Ana");
    const ben = await house.person("Ben Okafor", { invitedBy: ana });
    const [ops, coffee] = [await house.chat(ana, "ops"), await house.chat(ana, "coffee")];
    for (let count = 0; count < 60; count++) await house.chat(ana, `project ${count}`);
    await house.call(ana.token, "PUT", `/chats/${coffee.chat_id}/members/${ben.user.user_id}`, {});
    await house.say(ben, coffee, "Milk?");
    const { page } = ana;
    const { keyboard } = page;
    await page.goto(`${house.url}/chats/${ops.chat_id}`);
    const composer = page.getByRole("textbox", { name: "Message ops" });
    await composer.fill("half a thought");
    await keyboard.press("Control+k");
    const options = page.getByRole("option");
    // What is unread comes first.
    await options.first().filter({ hasText: "coffee" }).waitFor();
    await keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.equal(await composer.evaluate((it) => it === document.activeElement), true);
    await keyboard.type(", whole now");
    assert.equal(await composer.inputValue(), "half a thought, whole now");

    await keyboard.press("Control+k");
    await keyboard.type("#project 5");
    await options.first().filter({ hasText: "project 5" }).waitFor();
    await keyboard.press("ArrowDown");
    const chosen = await page.locator("[role=option][aria-selected=true]").innerText();
    await keyboard.press("Enter");
    await page.getByRole("textbox", { name: `Message ${chosen}` }).waitFor();
    // The sidebar is long: where one is can be seen in it.
    await page.waitForFunction(() => {
      const { top, bottom } = document.querySelector(".sidebar [aria-current]")!
        .getBoundingClientRect();
      return top > 0 &&
        bottom < document.querySelector(".sidebar-foot")!.getBoundingClientRect().top;
    });

    await keyboard.press("Control+k");
    await keyboard.type("@oka");
    await options.first().filter({ hasText: "Ben Okafor" }).waitFor();
    await keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Message Ben Okafor" }).waitFor();
    await page.goBack();
    await page.goBack();
    assert.equal(await composer.inputValue(), "half a thought, whole now");
  },
);

browserTest("what is unread far down a long sidebar is told, and a click away", async (house) => {
  const ana = await house.person("Ana");
  const ben = await house.person("Ben", { invitedBy: ana });
  for (let count = 0; count < 40; count++) await house.chat(ana, `project ${count}`);
  const { chat } = await house.call(ana.token, "POST", "/chats", {
    kind: "direct",
    username: "ben",
  });
  const { page } = ana;
  await page.goto(house.url);
  const link = page.getByRole("navigation").getByRole("link", { name: /^Ben/ });
  await link.waitFor();
  const more = page.getByRole("button", { name: "More unread" });
  assert.equal(await more.count(), 0);
  await house.say(ben, chat, "Lunch?");
  await more.click();
  await more.waitFor({ state: "detached" });
  await page.waitForFunction(() => {
    const { top, bottom } = document.querySelector(".nav-unread")!.getBoundingClientRect();
    return top > 0 && bottom < document.querySelector(".sidebar-foot")!.getBoundingClientRect().top;
  });
  await page.locator(".sidebar-scroll").evaluate((it) => it.scrollTop = 0);
  await more.waitFor();
  await house.call(ana.token, "PUT", `/chats/${chat.chat_id}/read`, { message_id: 1e9 });
  await more.waitFor({ state: "detached" });
});

browserTest(
  "a link to an old reply opens its thread there, and the newest can be reached",
  async (house) => {
    const ana = await house.person("Ana");
    const chat = await house.chat(ana, "ops");
    const root = await house.say(ana, chat, "A long story");
    const ids: number[] = [];
    for (let count = 0; count < 260; count++) {
      const { message } = await house.call(
        ana.token,
        "POST",
        `/messages/${root.message_id}/replies`,
        {
          content: `Reply ${count}.`,
        },
      );
      ids.push(message.message_id);
    }
    const { page } = ana;
    const pane = page.getByRole("complementary", { name: "Thread" });
    await page.goto(`${house.url}/chats/${chat.chat_id}/threads/${root.message_id}/${ids[5]}`);
    const old = pane.getByText("Reply 5.", { exact: true });
    await old.waitFor();
    await page.waitForFunction((id) => {
      const { top, bottom } = document.querySelector(`[data-id="${id}"]`)!.getBoundingClientRect();
      return top > 54 && bottom < innerHeight;
    }, ids[5]);
    await pane.locator(".timeline").hover();
    const scrollTo = async (text: string, step: number) => {
      for (let turn = 0; turn < 150; turn++) {
        if (await pane.getByText(text, { exact: true }).count() > 0) break;
        await page.mouse.wheel(0, step);
        await page.waitForTimeout(30);
      }
      await pane.getByText(text, { exact: true }).waitFor();
    };
    await scrollTo("Reply 259.", 900);
    await scrollTo("Reply 0.", -900);
    // Who writes sees what they wrote, wherever they were.
    await pane.getByRole("textbox").fill("The end.");
    await page.keyboard.press("Enter");
    await pane.getByText("The end.").waitFor();
    assert.equal(await pane.getByText("Reply 259.", { exact: true }).count(), 1);
  },
);
