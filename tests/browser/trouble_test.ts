// What goes wrong, and what the app makes of it.
import assert from "node:assert/strict";
import { browserTest } from "./house.ts";

browserTest("a message whose answer was lost is sent again, and is there once", async (house) => {
  const ana = await house.person("Ana");
  const chat = await house.chat(ana, "ops");
  const { page } = ana;
  await page.goto(`${house.url}/chats/${chat.chat_id}`);
  const composer = page.getByRole("textbox", { name: "Message ops" });
  let lost = 0;
  await page.route("**/messages", async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost++;
    await route.fetch();
    await route.abort();
  });
  await composer.fill("Only once");
  await composer.press("Enter");
  await page.getByText("Not sent: the server cannot be reached. Your text is still here.")
    .waitFor();
  await composer.press("Enter");
  await page.locator("textarea:placeholder-shown").waitFor();
  // The same words a second time are a second message.
  await composer.fill("Only once");
  await composer.press("Enter");
  await page.locator("textarea:placeholder-shown").waitFor();
  const { messages } = await house.call(ana.token, "GET", `/chats/${chat.chat_id}/messages`);
  assert.equal(messages.length, 2);

  // However fast the key is pressed.
  await composer.fill("And this");
  await composer.evaluate((it) => {
    const init = { key: "Enter", bubbles: true, cancelable: true };
    for (let press = 0; press < 3; press++) it.dispatchEvent(new KeyboardEvent("keydown", init));
  });
  await page.locator("textarea:placeholder-shown").waitFor();
  const after = await house.call(ana.token, "GET", `/chats/${chat.chat_id}/messages`);
  assert.equal(after.messages.length, 3);
});

browserTest("copying works on a page that came over plain http", async (house) => {
  const ana = await house.person("Ana");
  const chat = await house.chat(ana, "ops");
  await house.say(ana, chat, "Copy **me**");
  await house.say(ana, chat, "```sh\ndf -h\n```");
  const { page } = ana;
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await page.goto(`${house.url}/chats/${chat.chat_id}`);
  const message = page.getByRole("article").filter({ hasText: "Copy me" });
  await message.hover();
  await message.getByRole("button", { name: "Copy text" }).click();
  await page.getByText("Copied").waitFor();
  const composer = page.getByRole("textbox", { name: "Message ops" });
  await composer.focus();
  await page.keyboard.press("Control+v");
  assert.equal(await composer.inputValue(), "Copy **me**");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("button", { name: "Copied", exact: true }).waitFor();
  await composer.fill("");
  await page.keyboard.press("Control+v");
  assert.equal(await composer.inputValue(), "df -h");
});

browserTest("a refused field says what to type, in the reader's language", async (house) => {
  const ana = await house.person("Ana", { locale: "de-DE" });
  const { page } = ana;
  await page.goto(`${house.url}/settings/bots`);
  await page.getByRole("button", { name: "Bot anlegen" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("  ");
  await dialog.getByLabel("Benutzername").fill("kein guter!");
  await page.keyboard.press("Enter");
  await dialog.getByText("Gib einen Namen mit 1 bis 80 Zeichen ein.").waitFor();
  await dialog.getByLabel("Name", { exact: true }).fill("Helfer");
  await page.keyboard.press("Enter");
  await dialog.getByText(/^Nimm 1 bis 32 Buchstaben/).waitFor();
  assert.equal(await dialog.getByLabel("Benutzername").getAttribute("aria-invalid"), "true");
  await page.keyboard.press("Escape");
});

browserTest("a page that does not exist leads back, on a phone as well", async (house) => {
  const ana = await house.person("Ana", { viewport: { width: 360, height: 720 } });
  const { page } = ana;
  const nobody = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
  for (const path of ["/settings/nothing", "/chats/99", `/settings/bots/${nobody}`]) {
    await page.goto(house.url + path);
    await page.getByRole("link", { name: "To the start page" }).click();
    await page.getByRole("navigation", { name: "Chats and settings" }).waitFor();
  }
});

browserTest("a page that asked while the server was away asks again", async (house) => {
  const ana = await house.person("Ana");
  await house.bot(ana, "Helper");
  const { page, context } = ana;
  await page.goto(`${house.url}/settings/people`);
  await page.getByRole("listitem").filter({ hasText: "@ana" }).waitFor();
  await context.setOffline(true);
  await page.getByText("No connection.").waitFor();
  await page.getByRole("link", { name: "Bots", exact: true }).click();
  await page.getByRole("heading", { name: "Bots" }).waitFor();
  await context.setOffline(false);
  await page.getByRole("listitem").filter({ hasText: "@helper" }).waitFor();
});

browserTest("letters that run from the right do so, whatever the language", async (house) => {
  const ana = await house.person("Ana");
  const chat = await house.chat(ana, "ops");
  await house.say(ana, chat, "שלום עולם\n\nHello world");
  const { page } = ana;
  await page.goto(`${house.url}/chats/${chat.chat_id}`);
  await page.getByText("Hello world").waitFor();
  const starts = await page.locator(".message .markdown p").evaluateAll((all) =>
    all.map((it) => {
      const range = document.createRange();
      range.selectNodeContents(it);
      const [text, line] = [range.getBoundingClientRect(), it.getBoundingClientRect()];
      return text.right > line.right - 2 ? "right" : text.left < line.left + 2 ? "left" : "middle";
    })
  );
  assert.deepEqual(starts, ["right", "left"]);
});

browserTest("the focus is on the new page when the link to it is gone", async (house) => {
  const ana = await house.person("Ana");
  const chat = await house.chat(ana, "ops");
  const { page } = ana;
  await page.goto(`${house.url}/chats/${chat.chat_id}`);
  await page.getByRole("link", { name: "Chat settings" }).press("Enter");
  await page.getByRole("heading", { name: "Settings of ops" }).waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "main");
  await page.keyboard.press("Tab");
  const next = await page.evaluate(() => document.activeElement?.textContent);
  assert.equal(next, "Back to the chat");
});

browserTest(
  "where a proxy lets no stream through, what is shown is read anew, a little later",
  async (house) => {
    const ana = await house.person("Ana");
    const [ops, coffee] = [await house.chat(ana, "ops"), await house.chat(ana, "coffee")];
    await house.say(ana, ops, "The first one");
    const { page } = ana;
    await page.routeWebSocket(/.*/, (socket) => socket.close());
    await page.goto(`${house.url}/chats/${ops.chat_id}`);
    await page.getByText("The first one").waitFor();
    const link = (name: string) =>
      page.getByRole("navigation").getByRole("link", { name: new RegExp(`^${name}`) });
    await link("coffee").click();
    await page.getByRole("textbox", { name: `Message ${coffee.name}` }).waitFor();
    await house.say(ana, ops, "The second one");
    await link("ops").click();
    await page.getByText("The second one").waitFor();
    await page.getByText("No connection").waitFor();
    const root = await house.say(ana, ops, "The third one");
    await page.getByText("The third one").waitFor();
    await page.goto(`${house.url}/chats/${ops.chat_id}/threads/${root.message_id}`);
    const pane = page.getByRole("complementary");
    await pane.getByText("The third one").waitFor();
    await house.call(ana.token, "POST", `/messages/${root.message_id}/replies`, {
      content: "Seen",
    });
    await pane.getByText("Seen").waitFor();
  },
);
