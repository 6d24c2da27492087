// Contract §9: health, readiness, metrics; and how unknown paths answer.
import assert from "node:assert/strict";
import { as, seed } from "../../seed.ts";

Deno.test("/healthz says alive, /readyz that the store takes writes", async () => {
  const t = await seed();
  for (const path of ["/healthz", "/readyz"]) {
    const { status, body } = await t.get(path);
    assert.deepEqual([status, body], [200, { ok: true }]);
    assert.equal((await t.request("HEAD", path)).status, 200);
    assert.equal((await t.post(path)).headers.get("allow"), "GET");
  }
  await t.close();
});

Deno.test("/readyz is 503 while draining, and /healthz is not", async () => {
  const t = await seed();
  t.app.drain();
  const { status, body } = await t.get("/readyz");
  assert.deepEqual([status, body.ok, body.error], [503, false, "unavailable"]);
  assert.equal((await t.get("/healthz")).status, 200);
  await t.close();
});

Deno.test("/readyz is 503 where the store takes no writes", async () => {
  const t = await seed();
  t.store.probe = () => Promise.reject(new Error("read-only file system"));
  const { status, body } = await t.get("/readyz");
  assert.deepEqual([status, body.error], [503, "unavailable"]);
  assert.ok(!body.message.includes("read-only"));
  assert.equal(t.reported.length, 1);
  await t.close();
});

Deno.test("/metrics is Prometheus text, with posts counted by route and status", async () => {
  const t = await seed();
  const hook = await t.webhook(await t.chat());
  await t.post(hook.path, { content: "x" });
  await t.post(hook.path, "{");
  const { status, body, headers } = await t.get("/metrics");
  assert.equal(status, 200);
  assert.match(headers.get("content-type")!, /^text\/plain; version=0\.0\.4/);
  const count = (code: number) =>
    `parley_http_requests_total{route="post_through_webhook",status="${code}"} 1\n`;
  assert.ok(body.includes(count(200)) && body.includes(count(400)));
  for (const line of body.trimEnd().split("\n")) {
    assert.match(line, /^(# (HELP|TYPE) \w+ .+|[a-z_]+(\{[^}]*\})? [0-9.e+-]+)$/);
  }
  assert.ok(!body.includes(hook.token));
  await t.close();
});

Deno.test("unknown paths are 404 not_found for every method, in the shape of errors", async () => {
  const t = await seed();
  for (const path of ["/nowhere", "/bots/v1", "/bots/v2/messages", "/api/v1/nothing", "/api"]) {
    for (const method of ["GET", "POST", "PUT", "DELETE"]) {
      const { status, body } = await t.request(method, path);
      assert.deepEqual([status, body.ok, body.error], [404, false, "not_found"], path);
    }
  }
  await t.close();
});

Deno.test("two hundred long polls of one bot are answered and leave nothing behind", async () => {
  const t = await seed();
  const bot = await t.bot({ triggerMode: "all" });
  const chat = await t.chat("ops", bot);
  const polls = Array.from({ length: 200 }, () => t.get("/bots/v1/events?after=0", as(bot)));
  await t.post((await t.webhook(chat)).path, { content: "x" });
  for (const { body } of await Promise.all(polls)) assert.equal(body.events.length, 1);
  await t.close();
});
