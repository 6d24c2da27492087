import assert from "node:assert/strict";
import { browserTest } from "./house.ts";
import { Reply } from "./reply.ts";

const data = Deno.makeTempDirSync();
addEventListener("unload", () => Deno.removeSync(data, { recursive: true }));

browserTest(
  "a restart of the service in the middle of a stream loses nothing on the page",
  async (house) => {
    const ana = await house.person("Ana");
    const chat = await house.chat(ana, "ops");
    const { token } = await house.bot(ana, "Helper", chat);
    const root = await house.say(ana, chat, "@helper what is new?");
    const { page } = ana;
    await page.goto(`${house.url}/chats/${chat.chat_id}/threads/${root.message_id}`);
    const reply = await Reply.begin(house, token, root.message_id);
    await reply.append("before the restart, ");
    const last = page.getByRole("complementary").getByRole("article").last();
    await last.getByText("before the restart,").waitFor();
    const composer = page.getByRole("textbox", { name: "Message ops" });
    await composer.fill("half a thou");

    assert.equal(await house.stop(), 0);
    await page.getByText("No connection. What you type is kept.").waitFor();
    await house.start();
    await page.getByText("No connection.").waitFor({ state: "detached" });
    await reply.append("and after it");
    await reply.finish();
    await last.getByText("before the restart, and after it", { exact: true }).waitFor();
    await composer.pressSequentially("ght");
    await composer.press("Enter");
    await page.locator("#main").getByRole("article").filter({ hasText: "half a thought" })
      .waitFor();
  },
  { PARLEY_DATA: data },
);
