// What the app costs: bytes at first, frames while text streams, and a chat with a long past.
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { ASSETS } from "../../web/dist/assets.ts";
import { browserTest, type House } from "./house.ts";
import { type Busy, busyDuring } from "./main_thread.ts";
import { Reply } from "./reply.ts";

const MAX_FIRST_PAGE = 120_000;
const LONGEST_FRAME_MS = 50;

function assertSmooth(what: string, { longest, tasks }: Busy): void {
  console.log(`${what}: the longest of ${tasks} tasks took ${longest.toFixed(1)} ms`);
  assert.ok(longest <= LONGEST_FRAME_MS, `A task took ${longest} ms`);
}

browserTest("a task that holds up the page is seen", async (house) => {
  const { page } = await house.open();
  const busy = await busyDuring(page, async () => {
    await page.evaluate(() => {
      setTimeout(() => {
        const end = performance.now() + 200;
        while (performance.now() < end);
      });
    });
    await page.waitForTimeout(400);
  });
  assert.ok(busy.longest > LONGEST_FRAME_MS, JSON.stringify(busy));
});

browserTest("the first page loads at most 120 kB, compressed", async (house) => {
  const ana = await house.person("Ana");
  const chat = await house.chat(ana, "ops");
  const loaded: string[] = [];
  ana.page.on("response", (response) => loaded.push(new URL(response.url()).pathname));
  await ana.page.goto(`${house.url}/chats/${chat.chat_id}`);
  await ana.page.getByRole("textbox", { name: "Message ops" }).waitFor();
  const files = ["/index.html", ...loaded.filter((path) => path.startsWith("/assets/"))];
  const size = (path: string) => atob(ASSETS[path]!.gzip).length;
  const sum = files.reduce((total, path) => total + size(path), 0);
  console.log(`First page: ${sum} bytes with gzip in ${files.length} files`);
  assert.ok(files.length >= 4);
  assert.ok(sum <= MAX_FIRST_PAGE, `${sum} bytes`);
});

const SENTENCE = "Text with **bold words**, `code`, a [link](https://example.com/x) and *more*. ";
const TEXTS: Record<string, (part: number) => string> = {
  "mixed text": (part) =>
    `## Part ${part}\n\n${
      SENTENCE.repeat(2)
    }\n\n- one\n- two\n\n\`\`\`ts\nconst a = ${part};\n\`\`\`\n\n` +
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n",
  "one code block": (part) => part ? `  const value${part} = compute(${part});\n` : "```ts\n",
  "one table": (part) =>
    part ? `| row ${part} | **bold** | \`code\` |\n` : "| a | b | c |\n|---|---|---|\n",
  "one list in a list": (part) =>
    part ? `  - item ${part} with **bold** and \`code\`\n` : "- top\n",
  "one paragraph": () => SENTENCE,
  "one quotation": (part) => `> Quoted ${part}, **bold** text with \`code\`\n`,
  "one word": () => "a".repeat(100),
  "code blocks": (part) => `\`\`\`ts\n${`const value = compute(${part});\n`.repeat(20)}\`\`\`\n\n`,
  "a long block that is coloured": (part) => {
    if (part > 0 && part < 400) return `  const value${part} = compute(${part}, "text");\n`;
    return part === 0 ? "```ts\n" : part === 400 ? "```\n\n" : `${SENTENCE}\n\n`;
  },
  "references": (part) =>
    part % 40 === 0
      ? `\n\n[r${part}]: https://example.com/${part}\n\n`
      : `See [this][r${part - part % 40}] and that. `,
};

function longText(part: (count: number) => string): string {
  let text = "";
  for (let count = 0; text.length < 59_900; count++) text += part(count);
  return text.slice(0, 59_900) + " END";
}

/** A thread on the page, with a reply in it that has begun. */
async function openThread(house: House): Promise<{ page: Page; reply: Reply; article: Locator }> {
  const ana = await house.person("Ana");
  const chat = await house.chat(ana, "ops");
  const { token } = await house.bot(ana, "Helper", chat);
  const root = await house.say(ana, chat, "@helper tell me everything");
  const { page } = ana;
  await page.goto(`${house.url}/chats/${chat.chat_id}/threads/${root.message_id}`);
  const reply = await Reply.begin(house, token, root.message_id);
  const article = page.getByRole("complementary").getByRole("article").last();
  // Only what the reply costs: the page itself has loaded by now.
  await article.getByText("Thinking…").waitFor();
  return { page, reply, article };
}

for (const [name, part] of Object.entries(TEXTS)) {
  browserTest(`60,000 bytes of ${name} stream in without a frame over 50 ms`, async (house) => {
    const text = longText(part);
    const { page, reply, article } = await openThread(house);
    const busy = await busyDuring(page, async () => {
      for (let at = 0; at < text.length; at += 400) {
        await reply.append(text.slice(at, at + 400));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await reply.finish();
      await article.getByText("Writing…").waitFor({ state: "detached" });
      await article.getByText(/END/).first().waitFor();
    });
    assertSmooth(name, busy);
  });
}

browserTest("60,000 bytes that come at once hold up no frame, nor does a reload", async (house) => {
  const { page, reply, article } = await openThread(house);
  const end = article.getByText(/END/).first();
  const arrival = await busyDuring(page, async () => {
    await reply.append(longText(TEXTS["mixed text"]!));
    await reply.finish();
    await end.waitFor();
  });
  assertSmooth("At once", arrival);
  const reload = await busyDuring(page, async () => {
    await page.reload();
    await end.waitFor();
  });
  assertSmooth("Reload", reload);
});

browserTest("a chat with 10,000 messages opens, scrolls and stays small", async (house) => {
  const ana = await house.person("Ana");
  const chat = await house.chat(ana, "ops");
  const { webhook, url } = await house.webhook(ana, chat, "Deployments");
  await house.call(ana.token, "PATCH", `/webhooks/${webhook.webhook_id}`, {
    rate_per_minute: 0,
    rate_per_hour: 0,
  });
  let next = 1;
  const post = async () => {
    while (next <= 10_000) {
      const content = `Message **${next++}** of a long past`;
      const response = await fetch(url, { method: "POST", body: JSON.stringify({ content }) });
      assert.equal(response.status, 200);
      await response.body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: 32 }, post));

  const { page } = ana;
  await page.goto(`${house.url}/chats/${chat.chat_id}`);
  const box = page.locator("#main .timeline");
  await box.getByRole("article").nth(40).waitFor();
  const ids = () =>
    box.getByRole("article").evaluateAll((all) => all.map((it) => Number(it.dataset.id)));
  const first = (await ids())[0]!;
  await box.hover();
  let most = 0;
  const busy = await busyDuring(page, async () => {
    let seen = first;
    for (let turn = 0; turn < 400 && seen > first - 1500; turn++) {
      await page.mouse.wheel(0, -1500);
      await page.waitForTimeout(16);
      const now = await ids();
      most = Math.max(most, now.length);
      seen = Math.min(seen, now[0]!);
    }
    assert.ok(seen <= first - 1500, `It scrolled back from ${first} to ${seen}`);
  });
  assertSmooth(`10,000 messages, at most ${most} on the page`, busy);
  assert.ok(most <= 200, `${most} messages on the page at once`);
  await page.getByRole("button", { name: "To the newest" }).click();
  const newest = await house.say(ana, chat, "The very last");
  await box.locator(`[data-id="${newest.message_id}"]`).getByText("The very last").waitFor();
  assert.ok((await ids()).length <= 200);
});
