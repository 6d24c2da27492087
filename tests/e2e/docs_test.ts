// Every runnable example of the documentation, against a started service: the shell blocks that call curl and the
// TypeScript blocks, page by page, in order, with the variables that the page speaks of.
import assert from "node:assert/strict";
import { join } from "node:path";
import { ROOT, startProcess } from "../process.ts";

const OWNER_TOKEN = "svcusr_0123456789abcdefghijklmnop";

interface Block {
  language: "sh" | "ts";
  /** The status that the last curl of the block must have, where it is a refusal. */
  expect: string | null;
  text: string;
  line: number;
}

function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const match of markdown.matchAll(/^```(sh|ts)(?: expect=(\d+))?\n([\s\S]*?)^```$/gm)) {
    const [, language, expect = null, text] = match as unknown as [
      string,
      "sh" | "ts",
      string | undefined,
      string,
    ];
    if (language === "sh" && !text.includes("curl")) continue;
    blocks.push({
      language,
      expect,
      text,
      line: markdown.slice(0, match.index).split("\n").length + 1,
    });
  }
  return blocks;
}

async function pages(): Promise<Map<string, Block[]>> {
  const found = new Map<string, Block[]>();
  const files = [
    "README.md",
    ...Array.from(Deno.readDirSync(join(ROOT, "docs")), ({ name }) => `docs/${name}`),
  ];
  for (const file of files.filter((name) => name.endsWith(".md")).sort()) {
    const blocks = blocksOf(await Deno.readTextFile(join(ROOT, file)));
    if (blocks.length > 0) found.set(file, blocks);
  }
  return found;
}

/** One shell script for a page, so that what a block sets is there for the next. */
async function scriptOf(blocks: Block[], base: string, folder: string): Promise<string> {
  const steps = await Promise.all(blocks.map(async ({ language, expect, text, line }, index) => {
    const placed = text.replaceAll("http://127.0.0.1:8080", base)
      .replaceAll("ws://127.0.0.1:8080", base.replace("http", "ws"));
    const mark = `LINE=${line}`;
    if (language === "sh") {
      return expect === null
        ? `${mark}\n${placed}`
        : `${mark}\nEXPECT=${expect}\n${placed}\nEXPECT=`;
    }
    const file = join(folder, `block_${index}.ts`);
    await Deno.writeTextFile(file, placed);
    return `${mark}\ntimeout 20 "$DENO" run -A --config "${ROOT}deno.json" "${file}"`;
  }));
  return `set -eEuo pipefail; set -a; EXPECT=
trap 'echo "failed in the block that begins at line $LINE" >&2' ERR
curl() {
  if [ -z "$EXPECT" ]; then command curl --silent --show-error --fail-with-body --max-time 15 "$@"; return; fi
  local status; status=$(command curl --silent --output /dev/stderr --write-out '%{http_code}' --max-time 15 "$@")
  [ "$status" = "$EXPECT" ] || { echo "HTTP $status instead of $EXPECT" >&2; return 1; }
}
${steps.join("\n")}
`;
}

async function prepare(base: string): Promise<Record<string, string>> {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${OWNER_TOKEN}` },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    assert(response.ok, JSON.stringify(answer));
    return answer;
  };
  const { chat } = await call("POST", "/chats", { name: "docs", kind: "group" });
  const { webhook, url } = await call("POST", `/chats/${chat.chat_id}/webhooks`, { name: "Docs" });
  const { bot, token } = await call("POST", "/bots", { name: "Docs", username: "docs" });
  await call("PUT", `/chats/${chat.chat_id}/bots/${bot.bot_id}`);
  return {
    OWNER_TOKEN,
    CHAT_ID: String(chat.chat_id),
    WEBHOOK_ID: webhook.webhook_id,
    WEBHOOK_URL: url,
    BOT_ID: bot.bot_id,
    BOT_TOKEN: token,
  };
}

for (const [file, blocks] of await pages()) {
  Deno.test(`the ${blocks.length} examples of ${file} run`, async () => {
    const folder = await Deno.makeTempDir();
    const service = await startProcess({ env: { PARLEY_OWNER_TOKEN: OWNER_TOKEN } });
    try {
      const { code, stdout, stderr } = await new Deno.Command("bash", {
        args: ["-c", await scriptOf(blocks, service.url, folder)],
        env: { ...await prepare(service.url), DENO: Deno.execPath(), NO_COLOR: "1" },
      }).output();
      const decoder = new TextDecoder();
      assert.equal(code, 0, `${file}: ${decoder.decode(stderr)}\n${decoder.decode(stdout)}`);
    } finally {
      assert.equal(await service.stop(), 0);
      await Deno.remove(folder, { recursive: true });
    }
  });
}
