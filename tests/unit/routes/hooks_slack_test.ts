// The door for tools that speak Slack or Mattermost: contract §2, last paragraph.
import assert from "node:assert/strict";
import { as, type Reply, type Seed, seed, type SeededWebhook } from "../../seed.ts";

interface Scene {
  t: Seed;
  hook: SeededWebhook;
  path: string;
  send(body: unknown, headers?: HeadersInit, peer?: string): Promise<Reply>;
  newest(): Promise<{ content: string; author: { displayName: string; avatarUrl: string | null } }>;
}

async function scene(fields: Partial<SeededWebhook>, run: (scene: Scene) => Promise<void>) {
  const t = await seed();
  const hook = await t.webhook(await t.chat("ops"), fields);
  const path = `/hooks/${hook.id}/${hook.token}`;
  const send: Scene["send"] = (body, headers = {}, peer = "127.0.0.1") =>
    t.request("POST", path, body, headers, peer);
  const newest = async () => {
    const [item] = await t.store.timelines.before(hook.chatId, Number.MAX_SAFE_INTEGER, 1);
    return (await t.store.messages.get(item!.value))!;
  };
  try {
    await run({ t, hook, path, send, newest });
  } finally {
    await t.close();
  }
}

function said(reply: Reply, status: number, error: string): void {
  assert.deepEqual([reply.status, reply.body.ok, reply.body.error], [status, false, error]);
}

const form = { "content-type": "application/x-www-form-urlencoded" };
const inForm = (payload: unknown) => `payload=${encodeURIComponent(JSON.stringify(payload))}`;

Deno.test("JSON, or the form field payload, is answered 200 ok as plain text", () =>
  scene({}, async ({ send, newest }) => {
    const bodies: [unknown, HeadersInit][] = [
      [{ text: "json" }, { "content-type": "application/json" }],
      [inForm({ text: "form" }), form],
      [inForm({ text: "form without a type" }), {}],
      [JSON.stringify({ text: "curl -d" }), form],
      [` {"text":"indented"}`, form],
    ];
    const contents = ["json", "form", "form without a type", "curl -d", "indented"];
    for (const [index, [body, headers]] of bodies.entries()) {
      const reply = await send(body, headers);
      assert.deepEqual([reply.status, reply.body], [200, "ok"]);
      assert.match(reply.headers.get("content-type")!, /^text\/plain/);
      assert.equal((await newest()).content, contents[index]);
    }
  }));

Deno.test("username and icon_url override the defaults; what cannot be used is left aside", () =>
  scene({}, async ({ send, newest }) => {
    await send({ text: "x", username: "CI", icon_url: "https://a.test/i.png" });
    const { author } = await newest();
    assert.deepEqual([author.displayName, author.avatarUrl], ["CI", "https://a.test/i.png"]);
    assert.equal((await send({ text: "x", username: 7, icon_url: "x" })).status, 200);
    assert.equal((await newest()).author.displayName, "Alerts");
  }));

Deno.test("an over-long text is cut at the limit with an ellipsis", () =>
  scene({}, async ({ send, newest }) => {
    assert.equal((await send({ text: "😀".repeat(5000) })).status, 200);
    assert.equal((await newest()).content, "😀".repeat(3999) + "…");
    assert.equal((await send({ text: "x".repeat(200_000) })).status, 200);
  }));

Deno.test("400 for what says nothing or is no payload", () =>
  scene({}, async ({ send }) => {
    said(await send({ text: "" }), 400, "missing_content");
    said(await send({}), 400, "missing_content");
    said(await send({ attachments: [{}] }), 400, "missing_content");
    for (const bad of ["", "{", "[]", "payload={", "payload=", "other=1", "payload=[]"]) {
      said(await send(bad, form), 400, "invalid_json");
    }
    said(await send({ text: "x".repeat(600_000) }), 400, "content_too_long");
  }));

Deno.test("same webhook, same checks: 401, 403, 405, 429 with the same headers", () =>
  scene({ ipAllowlist: ["192.0.2.7"], ratePerMinute: 1 }, async ({ t, path, hook, send }) => {
    said(await t.post(`/hooks/${hook.id}/svcwh_wrong`, { text: "x" }), 401, "unauthorized");
    said(await send({ text: "x" }), 403, "ip_not_allowed");
    said(await t.get(path), 405, "method_not_allowed");
    assert.equal((await send({ text: "x" }, {}, "192.0.2.7")).status, 200);
    const limited = await send({ text: "x" }, {}, "192.0.2.7");
    said(limited, 429, "rate_limit_exceeded");
    assert.ok(Number(limited.headers.get("retry-after")) > 0);
    const viaSpec = await t.request("POST", hook.path, { content: "x" }, {}, "192.0.2.7");
    assert.equal(viaSpec.status, 429, "both doors count against one limit");
  }));

Deno.test("an Idempotency-Key holds here too", () =>
  scene({}, async ({ t, hook, send }) => {
    const key = { "idempotency-key": "k" };
    await send({ text: "x" }, key);
    const again = await send({ text: "x" }, key);
    assert.deepEqual([again.status, again.body], [200, "ok"]);
    assert.equal(again.headers.get("idempotency-replayed"), "true");
    said(await send({ text: "y" }, key), 409, "idempotency_conflict");
    assert.equal((await t.store.timelines.before(hook.chatId, 1e9, 9)).length, 1);
  }));

Deno.test("Apprise's mmost://host/{webhook_id}/{token} arrives", () =>
  scene({}, async ({ t, hook, newest }) => {
    const path = `/${hook.id}/hooks/${hook.token}`;
    assert.equal((await t.post(path, { text: "from Apprise" })).body, "ok");
    assert.equal((await newest()).content, "from Apprise");
    said(await t.post(`/x/hooks/y`, { text: "x" }), 401, "unauthorized");
  }));

Deno.test("mentions trigger bots as a user's would", () =>
  scene({}, async ({ t, hook, send }) => {
    const bot = await t.bot({ username: "helper" });
    await t.join(t.store.directory.chat(hook.chatId)!, bot);
    await send({ text: "@helper look" });
    const { body } = await t.get("/bots/v1/events?after=0&timeout=0", as(bot));
    assert.equal(body.events[0].data.text, "look");
  }));
