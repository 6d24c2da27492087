import assert from "node:assert/strict";
import { browserTest, PASSWORD } from "./house.ts";

browserTest("signing in, out, and in another language", async (house) => {
  const ana = await house.person("Ana");
  await ana.context.close();
  const { page } = await house.open();
  await page.goto(`${house.url}/settings/me`);
  await page.getByLabel("Username").fill("ana");
  await page.getByLabel("Password").fill("not the password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("The username or the password is not right").waitFor();

  await page.getByRole("button", { name: "Deutsch" }).click();
  await page.getByText("Benutzername oder Passwort stimmt nicht").or(
    page.getByRole("heading", { name: "Bei Parley anmelden" }),
  ).first().waitFor();
  await page.getByLabel("Passwort").fill(PASSWORD);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await page.getByRole("heading", { name: "Dein Konto" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "de");

  await page.getByLabel("Farben").selectOption("dark");
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await background(), "rgb(22, 22, 26)");
  await page.reload();
  await page.getByRole("heading", { name: "Dein Konto" }).waitFor();
  assert.equal(await background(), "rgb(22, 22, 26)");

  await page.getByRole("button", { name: "Abmelden" }).click();
  await page.getByRole("heading", { name: "Bei Parley anmelden" }).waitFor();
});

browserTest(
  "an invitation makes an account, and a revoked session leads to sign-in",
  async (house) => {
    const ana = await house.person("Ana");
    await ana.page.goto(`${house.url}/settings/people`);
    await ana.page.getByRole("button", { name: "Invite" }).click();
    const link = await ana.page.locator(".secret-row code").innerText();

    const { page } = await house.open();
    await page.goto(link);
    await page.getByLabel("Your name").fill("Ben Okafor");
    await page.getByLabel("Username").fill("ana");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByText("This username is taken. Choose another.").waitFor();
    await page.getByLabel("Username").fill("ben");
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("heading", { name: "Hello, Ben Okafor" }).waitFor();

    const { users } = await house.call(ana.token, "GET", "/users");
    const ben = users.find((user: { username: string }) => user.username === "ben");
    await house.call(ana.token, "PATCH", `/users/${ben.user_id}`, { enabled: false });
    await page.getByRole("heading", { name: "Sign in to Parley" }).waitFor();
  },
);
