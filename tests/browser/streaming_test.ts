import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { browserTest, type House } from "./house.ts";
import { Reply } from "./reply.ts";

async function asked(house: House) {
  const ana = await house.person("Ana");
  const chat = await house.chat(ana, "ops");
  const { token } = await house.bot(ana, "Helper", chat);
  const root = await house.say(ana, chat, "@helper what is new?");
  const path = `${house.url}/chats/${chat.chat_id}/threads/${root.message_id}`;
  return { ana, chat, token, root, path };
}

const thread = (page: Page) => page.getByRole("complementary", { name: "Thread" });
const lastReply = (page: Page) => thread(page).getByRole("article").last();

browserTest("a page reloaded in the middle of a stream shows all of it, once", async (house) => {
  const { ana, token, root, path } = await asked(house);
  await ana.page.goto(path);
  const reply = await Reply.begin(house, token, root.message_id);
  for (let part = 0; part < 5; part++) await reply.append(`before ${part}\n\n`);
  await lastReply(ana.page).getByText("before 4").waitFor();
  const reloaded = ana.page.reload();
  for (let part = 0; part < 40; part++) await reply.append(`part ${part} ü👋\n\n`);
  await reloaded;
  await reply.append("the end");
  await reply.finish();
  await lastReply(ana.page).getByText("the end").waitFor();
  const expected = ["before 0", "before 1", "before 2", "before 3", "before 4"]
    .concat(Array.from({ length: 40 }, (_, part) => `part ${part} ü👋`), "the end");
  assert.deepEqual(await lastReply(ana.page).locator(".markdown p").allInnerTexts(), expected);
});

browserTest("two viewers see the same stream and each other's messages", async (house) => {
  const { ana, chat, token, root, path } = await asked(house);
  const ben = await house.person("Ben", { invitedBy: ana });
  await house.call(ana.token, "PUT", `/chats/${chat.chat_id}/members/${ben.user.user_id}`, {});
  await Promise.all([ana.page.goto(path), ben.page.goto(path)]);
  await ben.page.getByRole("textbox", { name: "Message ops" }).waitFor();
  const reply = await Reply.begin(house, token, root.message_id);
  await reply.append("one ");
  await Promise.all([ana, ben].map(({ page }) => lastReply(page).getByText("one").waitFor()));
  await reply.append("two");
  await reply.finish();
  for (const { page } of [ana, ben]) {
    await lastReply(page).getByText("one two", { exact: true }).waitFor();
    await lastReply(page).locator(".reply-live").waitFor({ state: "detached" });
  }
  const composer = ben.page.getByRole("textbox", { name: "Message ops" });
  await composer.fill("Thanks, all");
  await composer.press("Enter");
  const arrived = ana.page.locator("#main").getByRole("article").filter({ hasText: "Thanks, all" });
  await arrived.getByText("Ben").waitFor();
  assert.equal(await ana.page.locator("#main").getByText("2 replies").count(), 0);
  assert.equal(await ana.page.locator("#main").getByText("one reply").count(), 1);
});

browserTest(
  "offline and back: the state is shown, the draft stays, what was missed arrives",
  async (house) => {
    const { ana, chat, token, root, path } = await asked(house);
    const { page, context } = ana;
    await page.goto(path);
    const reply = await Reply.begin(house, token, root.message_id);
    await reply.append("before ");
    await lastReply(page).getByText("before").waitFor();

    await context.setOffline(true);
    await page.getByText("No connection. What you type is kept.").waitFor();
    const composer = page.getByRole("textbox", { name: "Message ops" });
    await composer.fill("written offline");
    await composer.press("Enter");
    await page.getByText("Not sent: the server cannot be reached. Your text is still here.")
      .waitFor();
    assert.equal(await composer.inputValue(), "written offline");
    await reply.append("after");
    await reply.finish();
    await house.say(ana, chat, "missed message");

    await context.setOffline(false);
    await page.getByText("No connection.").waitFor({ state: "detached" });
    await lastReply(page).getByText("before after", { exact: true }).waitFor();
    await page.locator("#main").getByRole("article").filter({ hasText: "missed message" })
      .waitFor();
    await page.reload();
    assert.equal(await composer.inputValue(), "written offline");
    await composer.press("Enter");
    await page.locator("#main").getByRole("article").filter({ hasText: "written offline" })
      .waitFor();
    await page.locator("#main textarea:placeholder-shown").waitFor();
    assert.equal(await composer.inputValue(), "");
  },
);

browserTest("Stop asks the bot to stop, and what ended a reply is told", async (house) => {
  const { ana, token, root, path } = await asked(house);
  const socket = new WebSocket(`${house.url.replace("http", "ws")}/bots/v1/stream?token=${token}`);
  const cancelled = Promise.withResolvers<{ data: { message_id: number } }>();
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.type === "reply.cancelled") cancelled.resolve(frame);
  };
  await new Promise((resolve) => socket.onopen = resolve);
  await ana.page.goto(path);
  const reply = await Reply.begin(house, token, root.message_id);
  await reply.append("a long answer");
  await lastReply(ana.page).getByRole("button", { name: "Stop" }).click();
  assert.equal((await cancelled.promise).data.message_id, reply.id);
  // The server may settle the reply by itself; a bot that is faster says the same.
  await reply.finish({ finish_reason: "cancelled" }).catch(() => {});
  await lastReply(ana.page).getByText("This answer was stopped.").waitFor();
  socket.close();
});

browserTest(
  "an open code fence is one block that grows, and is coloured when it closes",
  async (house) => {
    const { ana, token, root, path } = await asked(house);
    await ana.page.goto(path);
    const reply = await Reply.begin(house, token, root.message_id);
    await reply.append("Look:\n\n```ts\nconst a = 1;\n");
    const block = lastReply(ana.page).locator(".code-block");
    await block.getByText("const a = 1;").waitFor();
    await block.evaluate((element) => element.dataset.same = "yes");
    await reply.append("const b = 2;\n``");
    await block.getByText("const b = 2;").waitFor();
    assert.equal(await block.getAttribute("data-same"), "yes");
    assert.doesNotMatch(await block.innerText(), /`/);
    await reply.append("`\n\nDone.");
    await reply.finish();
    await block.locator(".hljs-keyword").first().waitFor();
    assert.equal(await block.getAttribute("data-same"), "yes");
    assert.equal(await lastReply(ana.page).locator(".code-block").count(), 1);
  },
);

browserTest("the view sticks to the bottom only if it was there", async (house) => {
  const { ana, token, root, path } = await asked(house);
  const { page } = ana;
  await page.goto(path);
  const reply = await Reply.begin(house, token, root.message_id);
  const box = thread(page).locator(".timeline");
  const below = () => box.evaluate((it) => it.scrollHeight - it.scrollTop - it.clientHeight);
  for (let part = 0; part < 60; part++) await reply.append(`Line ${part}.\n\n`);
  await lastReply(page).getByText("Line 59.").waitFor();
  assert.ok(await below() < 5, "It follows while it is at the bottom");
  await box.hover();
  await page.mouse.wheel(0, -600);
  await page.waitForFunction(
    (it) => it!.scrollHeight - it!.scrollTop - it!.clientHeight > 300,
    await box.elementHandle(),
  );
  const top = await box.evaluate((it) => it.scrollTop);
  for (let part = 60; part < 90; part++) await reply.append(`Line ${part}.\n\n`);
  await lastReply(page).getByText("Line 89.").waitFor();
  assert.equal(await box.evaluate((it) => it.scrollTop), top);
});

browserTest(
  "a bot that falls silent is shown as stalled, and its reply as interrupted in the end",
  async (house) => {
    const { ana, token, root, path } = await asked(house);
    await ana.page.goto(path);
    const reply = await Reply.begin(house, token, root.message_id);
    await reply.append("half an ans");
    await lastReply(ana.page).getByText("No text for a while. The bot may be stuck.").waitFor();
    await reply.append("wer");
    await lastReply(ana.page).getByText("Writing…").waitFor();
    await lastReply(ana.page).getByText("This answer was interrupted.").waitFor();
    await lastReply(ana.page).getByText("half an answer", { exact: true }).waitFor();
  },
  { PARLEY_REPLY_STALL: "2s", PARLEY_REPLY_LEASE: "6s" },
);
