import assert from "node:assert/strict";
import OpenAI from "openai";
import { bridgeHouse } from "../bridge_house.ts";
import { ScriptedBackend } from "../scripted_backend.ts";
import { FALLBACK, type Stream, STREAMS } from "../streams/mod.ts";
import { textOf } from "../reply_text.ts";

const TIMEOUTS = { connect: "500ms", first_token: "700ms", stall: "600ms", total: "3s" };

function backendOf(streams: readonly Stream[]): ScriptedBackend {
  return new ScriptedBackend((connection, request) =>
    streams[Number(request.path.split("/")[1])]!.play(connection, request)
  );
}

/** What the bridge counted: calls by their end. */
function counted(metrics: string, bot: string, end: string): number {
  const line = `parley_bridge_backend_calls_total{bot="${bot}",end="${end}"} `;
  return Number(
    metrics.split("\n").find((other) => other.startsWith(line))?.slice(line.length) ?? 0,
  );
}

Deno.test("each stream ends as a finished, honest reply", async (t) => {
  assert.ok(STREAMS.length >= 40);
  const house = await bridgeHouse();
  const backend = backendOf(STREAMS);
  const bots = await Promise.all(STREAMS.map((_, i) => house.t.bot({ username: `agent${i}` })));
  const bridge = house.bridge(STREAMS.map((_, i) => ({
    bot_token: bots[i]!.token,
    // A path of its own makes a breaker of its own.
    backend: { url: `${backend.url}/${i}/v1`, model: "m", api_key: "sk-secret" },
    timeouts: TIMEOUTS,
    retries: 1,
    coalesce: "10ms",
    fallback: FALLBACK,
  })));
  try {
    const asked = await Promise.all(bots.map((bot) => house.say(bot, "Hello")));
    for (const [i, stream] of STREAMS.entries()) {
      await t.step(stream.name, async () => {
        const replies = await house.settled(asked[i]!.messageId);
        const text = textOf(replies);
        if (typeof stream.text === "string") assert.equal(text, stream.text);
        else assert.match(text, stream.text);
        const last = replies.at(-1)!;
        assert.equal(last.finish_reason, stream.reason);
        assert.equal(last.interrupted ?? false, stream.reason === "error");
        assert.ok(!text.includes("sk-secret") && !text.includes(backend.url));
        const { username } = bots[i]!;
        const failed = counted(bridge.metrics(), username, "failed");
        assert.equal(failed, stream.failures ?? 0, "failures that the breaker counts");
        const calls = backend.requests.filter(({ path }) => path.startsWith(`/${i}/`));
        assert.equal(calls.length, stream.calls ?? 1, "calls");
        assert.ok(calls.every(({ path }) => path.endsWith("/v1/chat/completions")));
        const lines = () =>
          house.lines.filter(({ message, bot }) => message === "Answer" && bot === username);
        // The line is written once the service has confirmed the end, which viewers see first.
        for (let wait = 0; wait < 200 && lines().length === 0; wait++) {
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        assert.equal(lines().length, 1, "one log line per answer");
      });
    }
    assert.ok(!JSON.stringify(house.lines).includes("sk-secret"));
    assert.ok(!JSON.stringify(house.lines).includes("127.0.0.1"));
  } finally {
    await house.close();
    await backend.close();
  }
});

Deno.test("the openai package reads the same text from the healthy streams", async (t) => {
  const healthy = STREAMS.filter((stream) => stream.healthy);
  assert.ok(healthy.length >= 15);
  const backend = backendOf(healthy);
  try {
    for (const [i, stream] of healthy.entries()) {
      await t.step(stream.name, async () => {
        assert.equal(await readWithOpenAI(`${backend.url}/${i}/v1`), stream.text);
      });
    }
  } finally {
    await backend.close();
  }
});

Deno.test("where the openai package reports a normal end of a broken stream, the bridge reports the break", async () => {
  const broken = STREAMS.filter(({ name }) => name === "cut half way");
  const backend = backendOf(broken);
  try {
    for (const [i] of broken.entries()) {
      // No error: it takes the cut for the end. The rows above show that the bridge does not.
      assert.equal(await readWithOpenAI(`${backend.url}/${i}/v1`), "Half");
    }
    assert.ok(broken.every(({ reason }) => reason === "error"));
  } finally {
    await backend.close();
  }
});

async function readWithOpenAI(baseURL: string): Promise<string> {
  const client = new OpenAI({ baseURL, apiKey: "none", maxRetries: 0 });
  const stream = await client.chat.completions.create({
    model: "m",
    messages: [{ role: "user", content: "Hello" }],
    stream: true,
  });
  let text = "";
  for await (const chunk of stream) {
    const choice = chunk.choices[0];
    if (choice && (choice.index ?? 0) === 0) text += choice.delta.content ?? "";
  }
  return text;
}
