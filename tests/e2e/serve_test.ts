import assert from "node:assert/strict";
import { ROOT, startProcess } from "../process.ts";

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
