import assert from "node:assert/strict";
import { browserTest, PASSWORD } from "./house.ts";
import { startAgent } from "./agent.ts";

browserTest(
  "from the set-up link to the first webhook message and the first streamed answer",
  async (house) => {
    const { page, context } = await house.open();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);

    await page.goto(`${house.url}/setup#token=${house.setupToken}`);
    await page.getByLabel("Your name").fill("Ana Ruiz");
    assert.equal(await page.getByLabel("Username").inputValue(), "ana-ruiz");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Create account" }).click();

    await page.getByRole("heading", { name: "Hello, Ana Ruiz" }).waitFor();
    assert.equal(new URL(page.url()).pathname, "/");
    for (const name of ["Create a chat", "Create a webhook", "Create a bot"]) {
      assert.ok(await page.getByRole("main").getByRole("button", { name }).isVisible(), name);
    }

    await page.getByRole("main").getByRole("button", { name: "Create a webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Deployments");
    await dialog.getByLabel("Chat name").fill("ops");
    await dialog.getByRole("button", { name: "Create" }).click();

    const url = await page.locator(".secret-row code").innerText();
    assert.match(url, /\/webhooks\/v1\/[0-9A-Z]{26}\/svcwh_/);
    assert.match(await page.locator(".secret-example pre").innerText(), /^curl -X POST/);
    await page.getByRole("button", { name: "Send test" }).click();
    await page.locator(".preview .message").waitFor();
    await page.locator(".rows .pill-good").first().waitFor();
    const posted = await fetch(url, {
      method: "POST",
      body: JSON.stringify({ content: "**2.14** is out" }),
    });
    assert.equal(posted.status, 200);
    await posted.body?.cancel();

    await page.getByRole("navigation").getByRole("link", { name: /^ops/ }).click();
    const message = page.getByRole("article").filter({ hasText: "2.14 is out" });
    await message.waitFor();
    assert.equal(await message.locator("strong").innerText(), "2.14");
    assert.equal(await page.locator(".badge-webhook").first().innerText(), "WEBHOOK");

    await page.getByRole("link", { name: "Bots", exact: true }).click();
    await page.getByRole("button", { name: "Create a bot" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill("Helper");
    await dialog.getByRole("button", { name: "Create" }).click();
    const token = await page.locator(".secret-row code").innerText();
    assert.match(token, /^svcbot_/);
    await page.getByText("Waiting for connection…").waitFor();
    await page.getByRole("combobox", { name: "Choose a chat" }).selectOption({ label: "# ops" });
    await page.getByRole("button", { name: "Add to chat" }).click();
    await page.getByRole("button", { name: "Remove from ops" }).waitFor();

    const agent = startAgent(house, token);
    await page.getByText("Connected", { exact: true }).waitFor();

    await page.getByRole("navigation").getByRole("link", { name: /^ops/ }).click();
    const composer = page.getByRole("textbox", { name: "Message ops" });
    await composer.pressSequentially("@hel");
    await page.getByRole("option", { name: /Helper/ }).waitFor();
    await composer.press("Enter");
    assert.equal(await composer.inputValue(), "@helper ");
    await composer.pressSequentially("what is new?");
    await composer.press("Enter");

    await page.getByRole("link", { name: "Helper is answering…" }).click();
    const thread = page.getByRole("complementary", { name: "Thread" });
    await thread.getByText("Thinking…").waitFor();
    await agent.say("## News\n\nRetries are now **jitt");
    await thread.getByText("Writing…").waitFor();
    await thread.getByText("Retries are now").waitFor();
    await agent.say("ered**.\n");
    await thread.locator("strong", { hasText: "jittered" }).waitFor();
    assert.equal(await thread.locator(".badge-bot").innerText(), "BOT");
    agent.finish();
    await thread.getByText("Writing…").waitFor({ state: "detached" });
    await agent.close();
  },
);

browserTest(
  "a direct chat with an agent: the answer opens beside, follow-ups go on, Stop stops",
  async (house) => {
    const ana = await house.person("Ana");
    const { token, bot } = await house.bot(ana, "Helper");
    const agent = startAgent(house, token);
    const { page } = ana;
    await page.goto(`${house.url}/settings/bots/${bot.bot_id}`);
    await page.getByText("Connected", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Direct message", exact: true }).click();
    const composer = page.getByRole("textbox", { name: "Message Helper" });
    await composer.fill("What is new?");
    await composer.press("Enter");
    const thread = page.getByRole("complementary", { name: "Thread" });
    await thread.getByText("Thinking…").waitFor();
    await agent.say("First answer");
    agent.finish();
    await thread.getByText("First answer").waitFor();
    await thread.locator(".reply-live").waitFor({ state: "detached" });

    const follow = thread.getByRole("textbox", { name: "Reply…" });
    await follow.fill("And then?");
    await follow.press("Enter");
    await thread.getByText("Thinking…").waitFor();
    await agent.say("A second answer that goes on");
    await thread.getByText("A second answer").waitFor();
    await thread.getByRole("button", { name: "Stop" }).click();
    await thread.getByText("This answer was stopped.").waitFor();
    assert.equal(await page.locator("#main").getByText("4 replies").count(), 0);
    assert.equal(await page.locator("#main").getByText("3 replies").count(), 1);
    await agent.close();
  },
);
