// What happens on another page, or on another device, shows on the open one without a reload.
import assert from "node:assert/strict";
import { browserTest } from "./house.ts";

browserTest("another name shows at once wherever it stands", async (house) => {
  const ana = await house.person("Ana");
  const ben = await house.person("Ben", { invitedBy: ana });
  const chat = await house.chat(ana, "ops");
  await house.call(ana.token, "PUT", `/chats/${chat.chat_id}/members/${ben.user.user_id}`, {});
  const root = await house.say(ben, chat, "Morning!");
  await house.say(ben, chat, "Coffee?");
  await house.call(ben.token, "POST", `/messages/${root.message_id}/replies`, { content: "Tea?" });
  await house.call(ana.token, "POST", "/chats", { kind: "direct", username: "ben" });
  const { page } = ana;
  const rename = (display_name: string) =>
    house.call(ben.token, "PATCH", `/users/${ben.user.user_id}`, { display_name });
  const isCalled = async (name: string) => {
    await page.locator(".main .message-author").getByText(name, { exact: true }).waitFor();
    await page.locator(".thread-pane .message-author").getByText(name, { exact: true }).first()
      .waitFor();
    await page.getByRole("navigation").getByRole("link", { name }).waitFor();
  };
  await page.goto(`${house.url}/chats/${chat.chat_id}/threads/${root.message_id}`);
  await isCalled("Ben");
  await rename("Benjamin Okafor");
  await isCalled("Benjamin Okafor");
  await house.say(ben, chat, "Anybody?");
  await page.locator(".main").getByText("Anybody?").waitFor();
  assert.equal(await page.locator(".main .message-author").count(), 1);
  await page.reload();
  await isCalled("Benjamin Okafor");

  await page.goto(`${house.url}/settings/people`);
  await page.getByRole("listitem").filter({ hasText: "Benjamin Okafor" }).first().waitFor();
  await rename("Ben");
  await page.getByRole("strong").filter({ hasText: /^Ben$/ }).waitFor();
  await house.person("Chi", { invitedBy: ana });
  await page.getByRole("listitem").filter({ hasText: "@chi" }).waitFor();
});

browserTest("what is unread is counted exactly, and read everywhere at once", async (house) => {
  const ana = await house.person("Ana");
  const ben = await house.person("Ben", { invitedBy: ana });
  const chat = await house.chat(ana, "ops");
  const [quiet] = [await house.chat(ana, "quiet")];
  await house.call(ana.token, "PUT", `/chats/${chat.chat_id}/members/${ben.user.user_id}`, {});
  const desk = ana.page;
  const phone = await ana.context.newPage();
  house.watch(phone);
  const isTold = (page: typeof desk, name: string) =>
    page.getByRole("navigation").getByRole("link", { name, exact: true }).waitFor();
  for (const page of [desk, phone]) {
    await page.goto(`${house.url}/chats/${quiet.chat_id}`);
    await isTold(page, "ops");
  }
  const asked: string[] = [];
  desk.on("request", (request) => asked.push(request.url()));
  await Promise.all(["one", "two", "three"].map((text) => house.say(ben, chat, text)));
  await isTold(desk, "ops 3 unread");
  await isTold(phone, "ops 3 unread");
  assert.deepEqual(asked, []);
  await desk.waitForFunction(() => document.title === "(3) quiet · Parley");

  await phone.bringToFront();
  await phone.getByRole("link", { name: "ops" }).click();
  await phone.getByText("three").waitFor();
  await isTold(desk, "ops");
  await desk.waitForFunction(() => document.title === "quiet · Parley");
});
