import assert from "node:assert/strict";
import { browserTest } from "./house.ts";

browserTest(
  "a webhook is limited, disabled, rotated and revoked in its settings",
  async (house) => {
    const ana = await house.person("Ana");
    const chat = await house.chat(ana, "ops");
    const { webhook, url } = await house.webhook(ana, chat, "Deployments");
    const { page } = ana;
    const post = async (to: string) => {
      const response = await fetch(to, { method: "POST", body: '{"content":"x"}' });
      await response.body?.cancel();
      return response.status;
    };
    await page.goto(`${house.url}/chats/${chat.chat_id}/settings/webhooks/${webhook.webhook_id}`);
    const allowed = page.getByLabel("Allowed addresses");
    await allowed.fill("127.0.0.1\n10.0.0.0/8");
    await page.getByText("Ranges match nobody: 10.0.0.0/8.").waitFor();
    await page.getByLabel("Messages per minute").fill("2");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved").waitFor();
    assert.deepEqual([await post(url), await post(url), await post(url)], [200, 200, 429]);
    await page.getByText("rate_limit_exceeded").waitFor();

    await page.getByRole("switch", { name: "Enabled" }).click();
    await page.getByText("The webhook is disabled").waitFor();
    assert.equal(await post(url), 403);
    await page.getByRole("switch", { name: "Disabled" }).click();

    await page.getByRole("button", { name: "Rotate URL" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Rotate URL" }).click();
    const fresh = await page.locator(".secret-row code").innerText();
    assert.notEqual(fresh, url);
    assert.equal(await post(url), 401);
    assert.equal(await post(fresh), 429);
    await page.reload();
    await page.getByRole("heading", { name: "Deployments" }).waitFor();
    assert.equal(await page.locator(".secret").count(), 0);

    await page.getByRole("button", { name: "Revoke webhook" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke webhook" }).click();
    await page.getByText("No webhooks yet").waitFor();
    assert.equal(await post(fresh), 401);
  },
);

browserTest("a bot is renamed, deactivated, given a new token and deleted", async (house) => {
  const ana = await house.person("Ana");
  const chat = await house.chat(ana, "ops");
  const { bot, token } = await house.bot(ana, "Helper", chat);
  const { page } = ana;
  const works = (key: string) =>
    house.call(key, "POST", "/bots/v1/messages", { chat_id: chat.chat_id, content: "x" })
      .then(() => true, () => false);
  await page.goto(`${house.url}/settings/bots/${bot.bot_id}`);
  await page.getByLabel("Answers to").selectOption("all");
  await page.getByText("The bot hears every message in its chats.").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").waitFor();
  assert.equal((await house.call(ana.token, "GET", `/bots/${bot.bot_id}`)).bot.trigger_mode, "all");

  const sure = async (name: string) => {
    await page.locator("#main").getByRole("button", { name, exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  };
  assert.equal(await works(token), true);
  await sure("Deactivate");
  await page.getByText("The bot is deactivated", { exact: true }).waitFor();
  assert.equal(await works(token), false);
  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await page.getByText("The bot is active", { exact: true }).waitFor();
  await sure("Regenerate token");
  const fresh = await page.locator(".secret-row code").innerText();
  assert.deepEqual([await works(token), await works(fresh)], [false, true]);
  await sure("Delete bot");
  await page.getByText("No bots yet").waitFor();
  assert.equal(await works(fresh), false);
});

browserTest(
  "members and bots come and go, and whoever is removed loses the chat at once",
  async (house) => {
    const ana = await house.person("Ana");
    const ben = await house.person("Ben", { invitedBy: ana });
    const chat = await house.chat(ana, "ops");
    await house.bot(ana, "Helper");
    const { page } = ana;
    await ben.page.goto(house.url);
    await page.goto(`${house.url}/chats/${chat.chat_id}/settings/members`);
    await page.getByLabel("Choose a person").selectOption({ label: "Ben (@ben)" });
    await page.getByRole("button", { name: "Add member" }).click();
    const link = ben.page.getByRole("navigation").getByRole("link", { name: /^ops/ });
    await link.click();
    await ben.page.getByRole("textbox", { name: "Message ops" }).waitFor();
    const row = page.getByRole("listitem").filter({ hasText: "@ben" });
    await row.getByRole("button", { name: "Remove" }).click();
    await link.waitFor({ state: "detached" });
    await ben.page.getByRole("heading", { name: "There is no such chat" }).waitFor();

    await page.getByRole("navigation", { name: "Chat settings" }).getByText("Bots").click();
    await page.getByLabel("Choose a bot").selectOption({ label: "Helper (@helper)" });
    await page.getByRole("button", { name: "Add bot" }).click();
    await page.getByRole("listitem").filter({ hasText: "@helper" }).waitFor();
    assert.equal(
      (await house.call(ana.token, "GET", `/chats/${chat.chat_id}/bots`)).bots.length,
      1,
    );
  },
);

browserTest("what is being typed in a form outlives a change of the same record", async (house) => {
  const ana = await house.person("Ana");
  const chat = await house.chat(ana, "ops");
  const { webhook } = await house.webhook(ana, chat, "Deployments");
  const { page } = ana;
  const path = `/webhooks/${webhook.webhook_id}`;
  await page.goto(`${house.url}/chats/${chat.chat_id}/settings/webhooks/${webhook.webhook_id}`);
  await page.getByLabel("Description").fill("From the build server");
  await page.getByRole("switch", { name: "Enabled" }).click();
  await page.getByText("The webhook is disabled").waitFor();
  assert.equal(await page.getByLabel("Description").inputValue(), "From the build server");

  // An untouched field keeps what someone else just set.
  await house.call(ana.token, "PATCH", path, { rate_per_minute: 7 });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved").waitFor();
  const { webhook: saved } = await house.call(ana.token, "GET", path);
  assert.partialDeepStrictEqual(saved, {
    description: "From the build server",
    rate_per_minute: 7,
    enabled: false,
  });
});
