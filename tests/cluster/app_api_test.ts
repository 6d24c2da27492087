// The app's API over two processes on one store: what one has answered the other knows, and what both are asked at the
// same moment is done once.
import assert from "node:assert/strict";
import type { Answer, Node } from "./node.ts";
import { cluster } from "./pair.ts";

const PASSWORD = "correct horse battery";

/** A person who came by an invitation of this role. */
async function person(node: Node, username: string, role = "member"): Promise<string> {
  const { body } = await node.call("POST", "/api/v1/invites", { role });
  const accept = { name: username, username, password: PASSWORD };
  const { status, body: accepted } = await node.call(
    "POST",
    `/api/v1/invites/${body.code}/accept`,
    accept,
  );
  assert.equal(status, 200, JSON.stringify(accepted));
  return accepted.user.user_id;
}

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status).sort();

cluster(
  "what one process has answered, the next call to the other knows",
  async ({ a, b, chatId }) => {
    const [one, other] = [a, b];
    for (let round = 0; round < 20; round++) {
      const [here, there] = round % 2 === 0 ? [one, other] : [other, one];
      const posted = await here.call("POST", `/api/v1/chats/${chatId}/messages`, {
        content: `Round ${round}`,
      });
      const id = posted.body.message.message_id;
      const page = await there.call("GET", `/api/v1/chats/${chatId}/messages?limit=1`);
      assert.deepEqual([page.body.messages[0].message_id, page.body.messages[0].content], [
        id,
        `Round ${round}`,
      ]);
      const reply = await there.call("POST", `/api/v1/messages/${id}/replies`, { content: "Yes" });
      assert.equal(reply.status, 200);
      const thread = await here.call("GET", `/api/v1/messages/${id}/replies`);
      assert.deepEqual([thread.body.root.reply_count, thread.body.messages.length], [1, 1]);
      const read = await here.call("PUT", `/api/v1/chats/${chatId}/read`, { message_id: id });
      assert.equal(read.body.unread_count, 0);
      const chat = await there.call("GET", `/api/v1/chats/${chatId}`);
      assert.equal(chat.body.chat.unread_count, 0);
    }
  },
);

cluster(
  "failed sign-ins count over both processes, and a person signs in at either",
  async ({ a, b }) => {
    await person(a, "ana");
    for (const node of [a, b]) {
      const signedIn = await node.call("POST", "/api/v1/sessions", {
        username: "ana",
        password: PASSWORD,
      });
      assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body));
    }
    const wrong = { username: "ana", password: "not the password" };
    const tries = await Promise.all(
      Array.from(
        { length: 14 },
        (_, i) => (i % 2 === 0 ? a : b).call("POST", "/api/v1/sessions", wrong),
      ),
    );
    assert.deepEqual(statusesOf(tries), [...Array(10).fill(401), ...Array(4).fill(429)]);
  },
);

cluster(
  "an invitation, a username and a direct chat asked for at both at once exist once",
  async ({ a, b }) => {
    const both = <T>(run: (node: Node, name: string) => Promise<T>) =>
      Promise.all([run(a, "left"), run(b, "right")]);
    const { body: { code } } = await a.call("POST", "/api/v1/invites", {});
    const accepted = await both((node, name) =>
      node.call("POST", `/api/v1/invites/${code}/accept`, {
        name,
        username: name,
        password: PASSWORD,
      })
    );
    assert.deepEqual(statusesOf(accepted), [200, 404]);
    const made = await both((node) =>
      node.call("POST", "/api/v1/bots", { name: "Deploy", username: "deploy" })
    );
    assert.deepEqual(statusesOf(made), [200, 409]);
    await person(a, "ana");
    const opened = await both((node) =>
      node.call("POST", "/api/v1/chats", { kind: "direct", username: "ana" })
    );
    assert.deepEqual(statusesOf(opened), [200, 200]);
    assert.equal(opened[0].body.chat.chat_id, opened[1].body.chat.chat_id);
  },
);

cluster(
  "two owners who demote each other at both processes at once leave one",
  async ({ a, b }) => {
    const tokens: { id: string; token: string }[] = [];
    for (const name of ["ana", "ben"]) {
      const { body } = await a.call("POST", "/api/v1/invites", { role: "owner" });
      const answer = await fetch(`${a.url}/api/v1/invites/${body.code}/accept`, {
        method: "POST",
        body: JSON.stringify({ name, username: name, password: PASSWORD }),
      });
      const cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
      const { user } = await answer.json();
      const made = await fetch(`${a.url}/api/v1/me/tokens`, {
        method: "POST",
        headers: { cookie, "sec-fetch-site": "same-origin" },
        body: JSON.stringify({ name: "test" }),
      });
      tokens.push({ id: user.user_id, token: (await made.json()).token });
    }
    const [ana, ben] = tokens as [typeof tokens[0], typeof tokens[0]];
    // The owner that stands for the configured token would be a third one.
    const { body: { user: standing } } = await a.call("GET", "/api/v1/me");
    const gone = await b.call(
      "PATCH",
      `/api/v1/users/${standing.user_id}`,
      { enabled: false },
      ana.token,
    );
    assert.equal(gone.status, 200, JSON.stringify(gone.body));
    const demote = (node: Node, by: typeof ana, whom: typeof ana) =>
      node.call("PATCH", `/api/v1/users/${whom.id}`, { role: "member" }, by.token);
    const answers = await Promise.all([demote(a, ana, ben), demote(b, ben, ana)]);
    assert.deepEqual(statusesOf(answers), [200, 403]);
    const { body } = await b.call("GET", "/api/v1/users", undefined, ana.token);
    const owners = body.users.filter((it: { role: string; enabled: boolean }) =>
      it.role === "owner" && it.enabled
    );
    assert.equal(owners.length, 1);
  },
);

cluster(
  "a message found by search, a deletion and its audit are the same at both",
  async ({ a, b, chatId }) => {
    await a.call("POST", `/api/v1/chats/${chatId}/messages`, { content: "a needle in here" });
    const found = await b.call("GET", "/api/v1/search?q=needle");
    assert.equal(found.body.messages.length, 1);
    assert.equal((await b.call("DELETE", `/api/v1/chats/${chatId}`)).status, 200);
    const refused = await a.call("POST", `/api/v1/chats/${chatId}/messages`, { content: "late" });
    assert.equal(refused.status, 403);
    const audits = await Promise.all(
      [a, b].map((node) => node.call("GET", "/api/v1/audit?limit=5")),
    );
    assert.deepEqual(audits[0]!.body.audit, audits[1]!.body.audit);
    assert.equal(audits[0]!.body.audit[0].action, "chat.delete");
  },
);
