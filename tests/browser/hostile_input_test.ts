// What strangers may write: in content, names, avatar addresses and links. None of it may run.
import assert from "node:assert/strict";
import { browserTest } from "./house.ts";

const CONTENTS = [
  "<script>globalThis.hit=1</script>",
  "<img src=x onerror=hit=1>",
  "<svg onload=hit=1>",
  "<svg><script>hit=1</script></svg>",
  "<iframe srcdoc='<script>parent.hit=1</script>'></iframe>",
  "<iframe src=javascript:parent.hit=1></iframe>",
  "<body onload=hit=1>",
  "<details open ontoggle=hit=1>x</details>",
  "<input autofocus onfocus=hit=1>",
  "<video><source onerror=hit=1></video>",
  "<math><mtext><table><mglyph><style><img src=x onerror=hit=1></style></mglyph></table></mtext></math>",
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=hit=1>",
  "<a href=javascript:hit=1>click</a>",
  "<noscript><p title='</noscript><img src=x onerror=hit=1>'></noscript>",
  "<template><script>hit=1</script></template>",
  "<object data=javascript:hit=1></object>",
  "<base href=https://evil.example/>",
  "<meta http-equiv=refresh content='0;url=javascript:hit=1'>",
  "<link rel=stylesheet href=https://evil.example/x.css>",
  "<style>*{background:url(javascript:hit=1)}</style>",
  "<p style=animation-name:x onanimationstart=hit=1>",
  "[click](javascript:globalThis.hit=1)",
  "[click](JaVaScRiPt:hit=1)",
  "[click](java\tscript:hit=1)",
  "[click](&#106;avascript:hit=1)",
  "[click](data:text/html,<script>hit=1</script>)",
  "[click](vbscript:hit)",
  "[click](<javascript:hit=1>)",
  "[click]: javascript:hit=1\n\n[click]",
  "<javascript:hit=1>",
  "![x](javascript:hit=1)",
  '![x](https://example.com/x.png" onerror="hit=1)',
  '[x](https://example.com/"onmouseover="hit=1)',
  '[x](https://example.com "title\\" onmouseover=hit=1")',
  "`<img src=x onerror=hit=1>`",
  "```html\n<script>hit=1</script>\n```",
  '```"><img/src/onerror=hit=1>\n<img src=x onerror=hit=1>\n```',
  "| <img src=x onerror=hit=1> | b |\n|---|---|\n| <script>hit=1</script> | 2 |",
  "- <svg/onload=hit=1>\n> <svg/onload=hit=1>",
  "# <img src=x onerror=hit=1>",
  "&lt;img src=x onerror=hit=1&gt;",
  "@helper<img src=x onerror=hit=1>",
  "\u202e<img src=x onerror=hit=1>",
];

const NAMES = [
  "<img src=x onerror=hit=1>",
  '"><svg onload=hit=1>',
  "{{constructor.constructor('hit=1')()}}",
];

const AVATARS = [
  "javascript:hit=1",
  "data:image/svg+xml,<svg onload=hit=1>",
  'https://x/"onerror="hit=1',
]
  .concat("https://example.com/<script>hit=1</script>", "//evil.example/x.png");

browserTest(
  `none of ${CONTENTS.length + NAMES.length + AVATARS.length} attempts runs`,
  async (house) => {
    const ana = await house.person("Ana");
    const chat = await house.chat(ana, NAMES[0]!);
    const { webhook, url } = await house.webhook(ana, chat, NAMES[1]!);
    const { page } = ana;
    // Nothing here may reach another host, whatever a message names.
    const outside: string[] = [];
    await page.route((to) => to.origin !== house.url, (route) => {
      outside.push(route.request().url());
      return route.abort();
    });
    const post = async (body: Record<string, string>) => {
      const response = await fetch(url, { method: "POST", body: JSON.stringify(body) });
      assert.equal(response.status, 200);
      await response.body?.cancel();
    };
    for (const content of CONTENTS) await post({ content });
    for (const username of NAMES) await post({ content: "name", username });
    for (const avatar_url of AVATARS) await post({ content: "avatar", avatar_url });
    const root = await house.say(ana, chat, CONTENTS[1]!);
    for (const content of CONTENTS.slice(0, 20)) {
      await house.call(ana.token, "POST", `/messages/${root.message_id}/replies`, { content });
    }

    const paths = [
      `/chats/${chat.chat_id}`,
      `/chats/${chat.chat_id}/threads/${root.message_id}`,
      `/chats/${chat.chat_id}/settings/webhooks/${webhook.webhook_id}`,
      `/search?q=${encodeURIComponent("onerror")}`,
      `/search?q=${encodeURIComponent("<img src=x onerror=hit=1>")}`,
      "/settings/audit",
      "/",
    ];
    for (const path of paths) {
      await page.goto(house.url + path);
      await page.getByRole("navigation").first().waitFor();
      if (path === paths[0]) {
        // The oldest attempts stand on an earlier page.
        await page.getByText("avatar", { exact: true }).first().waitFor();
        await page.locator("#main .timeline").evaluate((box) => box.scrollTop = 0);
        await page.getByText("globalThis.hit=1</script>").first().waitFor();
      }
      await page.waitForTimeout(300);
      for (const link of await page.locator(".markdown a").all()) {
        const href = await link.getAttribute("href");
        assert.match(href ?? "", /^(https?|mailto):/i);
        assert.equal(await link.getAttribute("target"), "_blank");
      }
      const found = await page.evaluate(() => ({
        hit: "hit" in globalThis,
        scripts: document.querySelectorAll("script:not([src])").length,
        handlers: [...document.querySelectorAll(".markdown *")].flatMap((element) =>
          [...element.attributes].map((attribute) => attribute.name).filter((name) =>
            /^on/.test(name)
          )
        ),
        strange: document.querySelectorAll(
          ".markdown :is(script, iframe, object, img, svg, style, form, input, base, meta, link)",
        ).length,
      }));
      assert.deepEqual(found, { hit: false, scripts: 0, handlers: [], strange: 0 }, path);
    }
    assert.ok(outside.every((to) => /^https:\/\/(x|example\.com)\//.test(to)), outside.join());
  },
);
