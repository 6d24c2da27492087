import assert from "node:assert/strict";
import { as, type Seed, seed } from "../seed.ts";
import { runCommand, type Shown } from "../unit/cli/screen.ts";

interface Tail {
  ended: Promise<Shown>;
  shown: Shown;
  until(pattern: RegExp): Promise<void>;
}

async function tailing(
  args: string[],
  t: Seed,
  token: string,
  run: (tail: Tail) => Promise<void>,
): Promise<Shown> {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request) => t.app.handle(request, "127.0.0.1"),
  );
  const stop = new AbortController();
  const shown: Shown = { code: -1, out: "", err: "" };
  let wake = () => {};
  const add = (where: "out" | "err") => (line: string) => {
    shown[where] += `${line}\n`;
    wake();
  };
  const ended = runCommand(["tail", ...args, "--url", `http://127.0.0.1:${server.addr.port}`], {
    env: { PARLEY_BOT_TOKEN: token, PARLEY_OWNER_TOKEN: token },
    out: add("out"),
    err: add("err"),
    signal: stop.signal,
  });
  try {
    await run({
      shown,
      ended,
      async until(pattern) {
        const late = AbortSignal.timeout(10_000);
        while (!pattern.test(shown.out)) {
          await new Promise<void>((resolve, reject) => {
            wake = resolve;
            late.onabort = () =>
              reject(new Error(`${pattern} never came; ${shown.out}${shown.err}`));
          });
        }
      },
    });
  } finally {
    stop.abort();
    shown.code = (await ended).code;
    await server.shutdown();
    await t.close();
  }
  return shown;
}

const post = (t: Seed, token: string, chat_id: number, content: string) =>
  t.app.handle(
    new Request("http://parley.test/bots/v1/messages", {
      method: "POST",
      headers: as({ token }),
      body: JSON.stringify({ chat_id, content }),
    }),
    "127.0.0.1",
  );

Deno.test("tail shows a bot's events, those before it and those that come", async () => {
  const t = await seed();
  const [helper, other] = [await t.bot({ username: "helper", triggerMode: "all" }), await t.bot()];
  const chat = await t.chat("ops", helper, other);
  await post(t, other.token, chat.id, "first @helper");
  const shown = await tailing(["--after", "0"], t, helper.token, async (tail) => {
    await tail.until(/first @helper/);
    await post(t, other.token, chat.id, "second @helper \x1b[2J");
    await tail.until(/second @helper/);
  });
  assert.equal(shown.code, 0);
  assert.match(shown.out, /ops \(chat \d+\), mention, event 2/);
  assert(!shown.out.includes("\x1b"));
});

Deno.test("tail --json prints the frames of a chat as they are", async () => {
  const t = await seed();
  const owner = await t.owner();
  const bot = await t.bot();
  const chat = await t.chat("ops", owner, bot);
  await tailing(["--chat", String(chat.id), "--json"], t, owner.token, async (tail) => {
    await tail.until(/"type":"snapshot"/);
    await post(t, bot.token, chat.id, "hello");
    await tail.until(/"type":"MessageEvent".*hello/);
    for (const line of tail.shown.out.trim().split("\n")) JSON.parse(line);
  });
});

Deno.test("a token that is refused ends tail with the service's message", async () => {
  const t = await seed();
  const shown = await tailing([], t, "svcbot_wrong", async (tail) => void await tail.ended);
  assert.equal(shown.code, 1);
  assert.match(shown.err, /^error: The bot token is not valid.*\(401 unauthorized\)\n$/);
});

Deno.test("a chat that the user is not in ends tail, from the start or when it comes to that", async () => {
  const t = await seed();
  const [ana, bot] = [await t.user({ username: "ana" }), await t.bot()];
  const chat = await t.chat("ops", ana, bot);
  const never = await runCommand(["tail", "--chat", "99", "--url", "http://127.0.0.1:9"], {
    env: { PARLEY_OWNER_TOKEN: ana.token },
  });
  assert.match(never.err, /Cannot reach the service at http:\/\/127.0.0.1:9: .*check --url/);
  const shown = await tailing(["--chat", String(chat.id)], t, ana.token, async (tail) => {
    await post(t, bot.token, chat.id, "hello");
    await tail.until(/hello/);
    await t.leave(chat, ana);
    await tail.ended;
  });
  assert.equal(shown.code, 1);
  assert.match(shown.err, /no longer a member/);
});
