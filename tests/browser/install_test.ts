import assert from "node:assert/strict";
import { browserTest } from "./house.ts";

browserTest("the browser offers to install the app", async (house) => {
  const { page, context } = await house.open();
  await page.goto(house.url);
  const session = await context.newCDPSession(page);
  const { url, errors } = await session.send("Page.getAppManifest");
  assert.match(url, /\/assets\/app-[0-9a-f]+\.webmanifest$/);
  assert.deepEqual(errors, []);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // Contexts of tests are windows without a history, which nothing is installed from.
  const real = installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito");
  assert.deepEqual(real, []);
});
