// A lived-in service: every page has something on it.
import type { Chat, Message } from "../../wire/records.ts";
import type { House, Person } from "./house.ts";
import { Reply } from "./reply.ts";

const TABLE = "Deployed **2.14.0** to *staging*\n\n| service | replicas | took |\n|---|---|---|\n" +
  "| api | 6 | 48 s |\n| worker | 3 | 21 s |";
const CODE = "I am watching the error rate:\n\n```ts\nconst rate = errors / requests;\n" +
  'if (rate > 0.01) rollback("2.14.0"); // one percent\n```';
const PLAN =
  "Then:\n- tell support\n- close the ticket\n  1. link the dashboard\n  2. say thanks\n\n" +
  "> Ship small, ship often.";
const ANSWER = "## Retries, 2.13 to 2.14\n\nThree things changed:\n\n" +
  "1. **Backoff is jittered.** Each wait is drawn between half and the whole of a step.\n" +
  "2. `Retry-After` is honoured, capped at *60 s*.\n" +
  "3. A call is retried only **before its first byte**.\n\n" +
  "```python\ndef wait(step: int) -> float:\n    return min(60, 2 ** step) * uniform(0.5, 1)\n```\n\n" +
  "See the [change](https://example.com/changes/2.14).";

export interface Furnished {
  chat: Chat;
  root: Message;
  token: string;
  /** The address of every page, by name. */
  pages: Record<string, string>;
}

export async function furnish(house: House, ana: Person): Promise<Furnished> {
  const chat = await house.chat(ana, "ops");
  for (const name of ["releases", "coffee"]) await house.chat(ana, name);
  const ben = await house.person("Ben Okafor", { invitedBy: ana });
  const chi = await house.person("Chi Tanaka", { invitedBy: ana });
  for (const { user } of [ben, chi]) {
    await house.call(ana.token, "PUT", `/chats/${chat.chat_id}/members/${user.user_id}`, {});
  }
  await house.call(ana.token, "PATCH", `/users/${chi.user.user_id}`, { role: "admin" });
  const { bot, token } = await house.bot(ana, "Helper", chat);
  await house.bot(ana, "Scribe");
  const { webhook, url } = await house.webhook(ana, chat, "Deployments");
  await house.webhook(ana, chat, "Grafana");
  await house.call(ana.token, "PATCH", `/webhooks/${webhook.webhook_id}`, {
    description: "From the build server",
    ip_allowlist: ["127.0.0.1", "10.0.0.0/8"],
  });
  await house.say(
    ben,
    chat,
    "Morning! I am rolling out **2.14** today, see the [runbook](https://example.com/runbook).",
  );
  for (const content of ["Build `#4812` passed on `main` in 3 min 12 s", TABLE]) {
    const response = await fetch(url, { method: "POST", body: JSON.stringify({ content }) });
    await response.body?.cancel();
  }
  const root = await house.say(ana, chat, "@helper what changed in the retry logic since 2.13?");
  const reply = await Reply.begin(house, token, root.message_id);
  await reply.append(ANSWER);
  await reply.finish();
  await house.call(ben.token, "POST", `/messages/${root.message_id}/replies`, {
    content: "@helper and does it count against the budget?",
  });
  await house.say(ben, chat, CODE);
  await house.say(ben, chat, PLAN);
  await house.say(ana, chat, "Sounds good, I will watch the dashboard");
  await house.call(ana.token, "POST", "/chats", { kind: "direct", username: "helper" });
  const { chat: direct } = await house.call(ben.token, "POST", "/chats", {
    kind: "direct",
    username: "ana",
  });
  await house.say(ben, direct, "Lunch at noon?");
  await house.call(ana.token, "POST", "/invites", {});
  const base = `/chats/${chat.chat_id}`;
  return {
    chat,
    root,
    token,
    pages: {
      home: "/",
      chat: base,
      thread: `${base}/threads/${root.message_id}`,
      webhooks: `${base}/settings/webhooks`,
      webhook: `${base}/settings/webhooks/${webhook.webhook_id}`,
      chat_bots: `${base}/settings/bots`,
      members: `${base}/settings/members`,
      general: `${base}/settings/general`,
      search: "/search?q=retry",
      bots: "/settings/bots",
      bot: `/settings/bots/${bot.bot_id}`,
      people: "/settings/people",
      audit: "/settings/audit",
      account: "/settings/me",
      missing: "/chats/999",
    },
  };
}
