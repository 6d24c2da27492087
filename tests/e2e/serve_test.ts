import assert from "node:assert/strict";
import { Listener } from "../listening.ts";
import { ROOT, startProcess } from "../process.ts";

const OWNER_TOKEN = "svcusr_0123456789abcdefghijklmnop";

async function serve(env: Record<string, string>): Promise<{ code: number; err: string }> {
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "main.ts", "serve"],
    cwd: ROOT,
    env: { NO_COLOR: "1", ...env },
  }).output();
  return { code, err: new TextDecoder().decode(stderr) };
}

Deno.test("a taken port and a taken folder end the start with a message that says what to do", async () => {
  const data = await Deno.makeTempDir();
  const service = await startProcess({ env: { PARLEY_DATA: data } });
  try {
    const port = new URL(service.url).port;
    const taken = await serve({ PARLEY_PORT: port, PARLEY_DATA: ":memory:" });
    assert.equal(taken.code, 1);
    assert.match(taken.err, /^error: Cannot listen on 127\.0\.0\.1:\d+: .*--port/m);
    assert.doesNotMatch(taken.err, /^ +at /m);
    const owned = await serve({ PARLEY_PORT: "0", PARLEY_DATA: data });
    assert.equal(owned.code, 1);
    assert.match(
      owned.err,
      /^error: Cannot open the data folder .*another Parley process owns it/m,
    );
  } finally {
    assert.equal(await service.stop(), 0);
    await Deno.remove(data, { recursive: true });
  }
});

Deno.test("a stop closes every stream with 1012, however many there are, and ends with 0", async () => {
  const service = await startProcess({ env: { PARLEY_OWNER_TOKEN: OWNER_TOKEN } });
  const headers = { authorization: `Bearer ${OWNER_TOKEN}` };
  const made = await fetch(`${service.url}/api/v1/bots`, {
    method: "POST",
    headers,
    body: JSON.stringify({ name: "Helper", username: "helper" }),
  });
  const { token } = await made.json();
  const streams = [
    ...Array.from({ length: 10 }, () => `/bots/v1/stream?token=${token}`),
    ...Array.from({ length: 300 }, () => "/api/v1/stream"),
  ].map((path) => new Listener(service.url + path, path.startsWith("/api") ? headers : {}));
  await Promise.all(streams.map((stream) => stream.ofType("hello")));
  assert.equal(await service.stop(), 0);
  const codes = await Promise.all(streams.map(async ({ closed }) => (await closed).code));
  assert.deepEqual(codes, codes.map(() => 1012));
});
