// Kills the bridge again and again while people ask, then looks at what became of every question.
import assert from "node:assert/strict";
import { bridgeHouse } from "../bridge_house.ts";
import { startProcess } from "../process.ts";
import { delta, DONE, finish, ScriptedBackend } from "../scripted_backend.ts";
import { as } from "../seed.ts";

const KILLS = Number(Deno.env.get("CRASH_TEST_KILLS") ?? 50);
const ASK_EVERY_MS = 30;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

Deno.test(`a bridge killed at ${KILLS} random moments leaves each question with exactly one finished reply`, async () => {
  const house = await bridgeHouse();
  const { t, owner, replies } = house;
  const backend = new ScriptedBackend(async (connection, { body }) => {
    await connection.head();
    for (const word of ["re: ", body.messages.at(-1).content, ", ", "at ", "length"]) {
      await pause(Math.random() * 40);
      await connection.text(delta(word));
    }
    await connection.text(finish() + DONE);
  });
  const bot = await t.bot({ username: "helper", triggerMode: "all" });
  const chat = await t.chat("ops", owner, bot);
  const config = await Deno.makeTempFile({ suffix: ".yaml" });
  const agent = { bot_token: bot.token, backend: { url: `${backend.url}/v1`, model: "m" } };
  await Deno.writeTextFile(config, JSON.stringify({ base_url: house.url, agents: [agent] }));
  const asked: number[] = [];
  let asking = true;
  const people = (async () => {
    while (asking) {
      const posted = await t.post(
        `/api/v1/chats/${chat.id}/messages`,
        { content: `question ${asked.length}` },
        as(owner),
      );
      asked.push(posted.body.message.message_id);
      await pause(ASK_EVERY_MS);
    }
  })();
  let cutShort = 0;
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const running = await startProcess({
        args: ["run", "-A", "main.ts", "bridge", "--config", config],
        ready: /"message":"(The bridge is running)"/,
      });
      await pause(Math.random() * 400);
      await running.stop("SIGKILL");
      cutShort += t.store.generating.all().length > 0 ? 1 : 0;
    }
    asking = false;
    await people;
    // The last one stays.
    house.bridge([agent]);
    for (const [number, id] of asked.entries()) {
      await house.settled(id);
      const all = await replies(id);
      assert.deepEqual(
        all.map(({ content, status, finish_reason }) => [content, status, finish_reason]),
        [[`re: question ${number}, at length`, "OK", "stop"]],
        `message ${id}`,
      );
    }
    assert.deepEqual(t.store.generating.all(), []);
    assert.ok(cutShort > KILLS / 4, `only ${cutShort} kills met a reply under way`);
    console.log(`${asked.length} questions, ${KILLS} kills, ${cutShort} of them within a reply`);
  } finally {
    asking = false;
    await people;
    await house.close();
    await backend.close();
    await Deno.remove(config);
  }
});
