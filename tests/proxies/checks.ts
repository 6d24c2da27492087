// What must be true of every proxy that is shipped as an example.
import assert from "node:assert/strict";
import { Bot } from "../../client/mod.ts";
import { POST_CAP, REPLY_CAP } from "../../routes/body.ts";
import { chromiumPath, launch } from "../browser/chromium.ts";
import { House, type Person } from "../browser/house.ts";
import { Listener, pause } from "../listening.ts";
import { programPath } from "../programs.ts";
import { newSite, type Proxy } from "./proxy.ts";
import { OWNER_TOKEN, Scene } from "./scene.ts";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Longer than nginx waits by itself. */
const IDLE_MS = 65_000;

export function proxyTest(proxy: Proxy): void {
  const missing = [proxy.program, "curl", "openssl"].filter((name) => programPath(name) === null);
  if (missing.length > 0) {
    console.log(`SKIPPED: ${missing.join(", ")} is not installed (apt-get install ${missing[0]})`);
  }
  Deno.test({
    name: `the example for ${proxy.program} carries everything the service does`,
    ignore: missing.length > 0,
    // Playwright keeps what it started for as long as it likes.
    sanitizeOps: false,
    sanitizeResources: false,
    async fn(t) {
      const site = await newSite();
      const scene = await Scene.open(proxy, site);
      try {
        const quiet = await openQuietStreams(scene);
        const step = (name: string, run: (scene: Scene) => Promise<void>) =>
          t.step(name, () => run(scene));
        await step("the app works in a browser, under its content security policy", app);
        await step("a reply arrives piece by piece", pieces);
        await step("an allowlist sees the caller, and not what it claims to be", callers);
        await step("the largest bodies pass, and longer ones get the service's refusal", bodies);
        await step("metrics are not for everyone", metrics);
        await t.step("a stream that is silent for more than a minute stays open", quiet);
        await step("streams and posts go on after a restart of the service", restart);
        await t.step("no secret is in the proxy's logs", async () => {
          await scene.call("POST", await scene.webhook(), { content: "logged" }, null);
          const { secrets, log } = await scene.end();
          assert.ok(secrets.length > 5);
          assert.match(log, /webhooks\/v1\/[0-9A-Z]{26}\/\[redacted\]/);
          for (const secret of secrets) {
            const at = log.indexOf(secret);
            assert.equal(at, -1, log.slice(Math.max(0, at - 300), at));
          }
        });
      } finally {
        await scene.end();
        await Deno.remove(site.folder, { recursive: true });
      }
    },
  });
}

async function openQuietStreams(scene: Scene): Promise<() => Promise<void>> {
  const { user: _, ...sleeper } = await invited(scene, "sleeper");
  const bot = new Listener(`${scene.url}/bots/v1/stream?token=${scene.quietBot}`);
  const viewer = new Listener(`${scene.url}/api/v1/stream`, sleeper);
  await bot.ofType("hello");
  await viewer.ofType("hello");
  const begun = Date.now();
  return async () => {
    const frames = bot.frames.length + viewer.frames.length;
    await pause(IDLE_MS - (Date.now() - begun));
    assert.equal(bot.frames.length + viewer.frames.length, frames, "they were not silent");
    viewer.send({ type: "ping" });
    await viewer.ofType("pong");
    await scene.say("awake?", scene.quietChatId);
    await bot.ofType("message.new");
    await Promise.all([bot.close(), viewer.close()]);
  };
}

/** Someone else with an account: who it is, and the headers of their browser. */
async function invited(scene: Scene, username: string) {
  const { body: { code } } = await scene.call("POST", "/api/v1/invites", {});
  const accepted = await fetch(`${scene.url}/api/v1/invites/${code}/accept`, {
    method: "POST",
    headers: { origin: scene.url },
    body: JSON.stringify({
      name: username,
      username: `${username}-person`,
      password: "a".repeat(12),
    }),
  });
  const { user } = await accepted.json();
  const cookie = accepted.headers.get("set-cookie")!;
  assert.match(cookie, /; Secure/);
  return { user, cookie: cookie.split(";")[0]!, origin: scene.url };
}

async function app(scene: Scene): Promise<void> {
  const page = await fetch(scene.url);
  assert.match(
    page.headers.get("content-security-policy") ?? "",
    /^default-src 'none'; script-src 'self'/,
  );
  assert.match(await page.text(), /<script type="module"/);
  if (chromiumPath === null) {
    console.log("SKIPPED the browser: no Chromium is installed (apt-get install chromium)");
    return;
  }
  const browser = await launch();
  try {
    const house = new House(null, browser, scene.url, {});
    const owner = { token: OWNER_TOKEN } as Person;
    const ana = await house.person("Ana", { invitedBy: owner, ignoreHTTPSErrors: true });
    const path = `/api/v1/chats/${scene.chatId}/members/${ana.user.user_id}`;
    assert.equal((await scene.call("PUT", path, {})).status, 200);
    await ana.page.goto(`${scene.url}/chats/${scene.chatId}`);
    const composer = ana.page.getByRole("textbox", { name: "Message ops" });
    await composer.fill("from the browser");
    await composer.press("Enter");
    await ana.page.getByRole("article").filter({ hasText: "from the browser" }).waitFor();
    await scene.say("from outside");
    await ana.page.getByRole("article").filter({ hasText: "from outside" }).waitFor();
    assert.deepEqual(house.faults, []);
  } finally {
    await browser.close();
  }
}

async function pieces(scene: Scene): Promise<void> {
  const viewer = new Listener(`${scene.url}/api/v1/stream`, bearer(OWNER_TOKEN));
  const root = await scene.say("tell me");
  const bot = new Bot({ baseUrl: scene.url, token: scene.bot });
  const reply = await bot.reply(root, { status: "GN" });
  await viewer.ofType("hello");
  viewer.send({ type: "subscribe", thread: root });
  await viewer.ofType("snapshot");
  for (const piece of ["one ", "two ", "three"]) {
    await reply.append(piece);
    // The next piece is sent only when this one is here, so a proxy that collects them never gets on.
    await viewer.until(({ type, delta }) => type === "ThreadReplyContentEvent" && delta === piece);
  }
  await reply.finalize();
  await viewer.close();
}

/** A post from another address of this machine, with what a liar would add. */
async function curl(scene: Scene, path: string, body: string, ...options: string[]) {
  const child = new Deno.Command("curl", {
    // Caddy 2.6 may cut off a client that waits for 100 Continue before a body that is refused.
    args: ["--silent", "--show-error", "--insecure", "--ipv4", "--header", "Expect:"]
      .concat("--interface", "127.0.0.2")
      .concat("--data-binary", "@-", "--write-out", "\n%{http_code}", ...options)
      .concat(scene.url + path),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writing = new Response(body).body!.pipeTo(child.stdin).catch(() => {
    // It had its answer before it had sent all.
  });
  const { stdout, stderr } = await child.output();
  await writing;
  const [text, status = ""] = new TextDecoder().decode(stdout).split(/\n(?=.*$)/);
  const told = `${text} ${status} ${new TextDecoder().decode(stderr)}`;
  return { status: Number(status), text, told };
}

async function callers(scene: Scene): Promise<void> {
  const lies = ["X-Forwarded-For: 10.9.9.9", "Forwarded: for=10.9.9.9", "X-Real-IP: 10.9.9.9"]
    .flatMap((header) => ["--header", header]);
  const body = JSON.stringify({ content: "who am I?" });
  const own = await scene.webhook({ ip_allowlist: ["127.0.0.2"] });
  assert.equal((await curl(scene, own, body, ...lies)).status, 200);
  const claimed = await scene.webhook({ ip_allowlist: ["10.9.9.9", "127.0.0.1"] });
  const refused = await curl(scene, claimed, body, ...lies);
  assert.equal(refused.status, 403, refused.told);
  assert.equal(JSON.parse(refused.text!).error, "ip_not_allowed");
  assert.match(refused.text!, /127\.0\.0\.2/);
}

async function bodies(scene: Scene): Promise<void> {
  const hook = await scene.webhook();
  const root = await scene.say("write much");
  const bot = new Bot({ baseUrl: scene.url, token: scene.bot });
  const reply = await bot.reply(root, { status: "GN" });
  const replyPath = `/bots/v1/replies/${reply.messageId}`;
  const content = JSON.stringify({ content: "x".repeat(4000) });
  const rows: [path: string, length: number, status: number, error: string][] = [
    [hook, POST_CAP, 200, ""],
    [hook, POST_CAP + 1, 400, "content_too_long"],
    [hook, 5_000_000, 400, "content_too_long"],
    [replyPath, REPLY_CAP, 200, ""],
    [replyPath, REPLY_CAP + 1, 413, "payload_too_large"],
    [replyPath, 5_000_000, 413, "payload_too_large"],
  ];
  for (const [path, length, status, error] of rows) {
    const body = content.padEnd(length);
    const method = path === hook ? "POST" : "PATCH";
    const options = ["--header", `Authorization: Bearer ${scene.bot}`, "--request", method];
    const first = await curl(scene, path, body, "--http1.1", ...options);
    // Over HTTP/2, where some curls lose the end of an answer that comes before they have sent all.
    const second = await scene.call(method, path, body, scene.bot);
    const row = `${length} bytes: ${first.told}, ${JSON.stringify(second.body)}`;
    assert.deepEqual([first.status, second.status], [status, status], row);
    const told = [JSON.parse(first.text!), second.body].map(({ error }) => error ?? "");
    assert.deepEqual(told, [error, error], row);
  }
  await reply.finalize();
}

async function metrics(scene: Scene): Promise<void> {
  const { status, text } = await curl(scene, "/metrics", "", "--get");
  assert.ok(status === 403 || status === 404, String(status));
  assert.doesNotMatch(text!, /parley_/);
}

async function restart(scene: Scene): Promise<void> {
  const hook = await scene.webhook();
  const socket = new Listener(`${scene.url}/bots/v1/stream`, bearer(scene.bot));
  await socket.ofType("hello");
  const bot = new Bot({ baseUrl: scene.url, token: scene.bot });
  const events = bot.events();
  await events.latestAtStart;
  await scene.stopService();
  assert.equal((await socket.closed).code, 1012);
  // A proxy may hold it until the service is back, or say in the service's way that it is not.
  const during = scene.call("POST", hook, { content: "during" }, null);
  const sent = bot.send(scene.chatId, "sent during the restart");
  await pause(500);
  await scene.startService();
  const { status, body, headers } = await during;
  if (status !== 200) {
    assert.equal(status, 503);
    assert.equal(body.ok, false);
    assert.equal(body.error, "unavailable");
    assert.ok(Number(headers.get("retry-after")) > 0);
  }
  assert.ok((await sent).message_id > 0);
  await scene.call("POST", hook, { content: "after" }, null);
  for await (const event of events) {
    if (event.type === "message.new" && event.data.message.content === "after") break;
  }
}
