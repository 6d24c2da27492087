// Payloads in the shapes that the tools send.
import assert from "node:assert/strict";
import { cutCharacters, fromSlack } from "../../../chat/slack_payload.ts";

const GRAFANA = {
  channel: "#alerts",
  username: "Grafana",
  icon_url: "https://grafana.test/icon.png",
  text: "",
  attachments: [{
    color: "#D63232",
    title: "[FIRING:1] High CPU (node-1)",
    title_link: "https://grafana.test/alerting/list",
    text: "*Firing*\n\nValue: A=97.3 &lt;95&gt;\nSource: <https://grafana.test/d/x|dashboard>",
    fallback: "[FIRING:1] High CPU (node-1)",
    footer: "Grafana v11.2.0",
    ts: 1737000000,
    mrkdwn_in: ["pretext"],
  }],
};

const ALERTMANAGER = {
  channel: "#alerts",
  username: "Alertmanager",
  attachments: [{
    title: "[FIRING:2] InstanceDown (page)",
    title_link: "https://am.test/#/alerts",
    text: "node-1 and node-2 are down",
    fallback: "[FIRING:2] InstanceDown",
    callback_id: "",
    fields: [
      { title: "severity", value: "page", short: true },
      { title: "team", value: "ops &amp; dev", short: true },
    ],
    footer: "",
    color: "danger",
    mrkdwn_in: ["fallback", "pretext", "text"],
  }],
};

const UPTIME_KUMA = {
  text: "Uptime Kuma Alert\n[shop] [🔴 Down] timeout",
  username: "Kuma",
  icon_emoji: ":bear:",
  attachments: [{
    color: "#e01e5a",
    blocks: [
      { type: "header", text: { type: "plain_text", text: "Uptime Kuma Alert" } },
      {
        type: "section",
        fields: [
          { type: "mrkdwn", text: "*Message*\n[shop] [🔴 Down] timeout" },
          { type: "mrkdwn", text: "*Time (UTC)*\n2026-01-15 12:00:00" },
        ],
      },
      {
        type: "actions",
        elements: [{
          type: "button",
          text: { type: "plain_text", text: "Visit Uptime Kuma" },
          value: "Uptime-Kuma",
          url: "https://kuma.test/dashboard/1",
        }],
      },
    ],
  }],
};

const APPRISE_SLACK = {
  username: "Apprise",
  mrkdwn: true,
  attachments: [{
    title: "Backup failed",
    text: "disk full on <https://nas.test>",
    color: "#A32037",
    footer: "Apprise",
    mrkdwn_in: ["text"],
  }],
};

const APPRISE_MATTERMOST = {
  text: "### Backup failed\ndisk full",
  icon_url: "https://apprise.test/icon.png",
  username: "Apprise",
};

const SAMPLES: [tool: string, payload: Record<string, unknown>, content: string][] = [
  [
    "Grafana",
    GRAFANA,
    "[**[FIRING:1] High CPU (node-1)**](https://grafana.test/alerting/list)\n*Firing*\n\n" +
    "Value: A=97.3 <95>\nSource: [dashboard](https://grafana.test/d/x)",
  ],
  [
    "Alertmanager",
    ALERTMANAGER,
    "[**[FIRING:2] InstanceDown (page)**](https://am.test/#/alerts)\nnode-1 and node-2 are down\n" +
    "**severity:** page\n**team:** ops & dev",
  ],
  [
    "Uptime Kuma",
    UPTIME_KUMA,
    "Uptime Kuma Alert\n[shop] [🔴 Down] timeout\n\nUptime Kuma Alert\n*Message*\n" +
    "[shop] [🔴 Down] timeout\n*Time (UTC)*\n2026-01-15 12:00:00\n" +
    "[Visit Uptime Kuma](https://kuma.test/dashboard/1)",
  ],
  ["Apprise as Slack", APPRISE_SLACK, "**Backup failed**\ndisk full on https://nas.test"],
  ["Apprise as Mattermost", APPRISE_MATTERMOST, "### Backup failed\ndisk full"],
];

for (const [tool, payload, content] of SAMPLES) {
  Deno.test(`what ${tool} sends is flattened to markdown`, () => {
    assert.equal(fromSlack(payload).content, content);
  });
}

Deno.test("name and picture come along", () => {
  const { username, avatarUrl } = fromSlack(APPRISE_MATTERMOST);
  assert.deepEqual([username, avatarUrl], ["Apprise", "https://apprise.test/icon.png"]);
});

const TEXTS: [text: unknown, content: string][] = [
  ["<https://a.test/x?y=1&amp;z=2|here>", "[here](https://a.test/x?y=1&z=2)"],
  ["<mailto:ana@a.test|Ana>", "[Ana](mailto:ana@a.test)"],
  ["<!channel> <!here> <!everyone|x>", "@channel @here @everyone"],
  ["&amp;lt; stays", "&lt; stays"],
  ["a < b > c", "a < b > c"],
  [42, "42"],
  [null, ""],
  [["x"], ""],
  ["half \ud800", "half \ufffd"],
];
for (const [text, content] of TEXTS) {
  Deno.test(`the text ${JSON.stringify(text)} becomes ${JSON.stringify(content)}`, () => {
    assert.equal(fromSlack({ text }).content, content);
  });
}

Deno.test("the fallback is shown only where nothing else can be", () => {
  const of = (attachment: unknown) => fromSlack({ attachments: [attachment] }).content;
  assert.equal(of({ fallback: "plain" }), "plain");
  assert.equal(of({ fallback: "plain", text: "rich" }), "rich");
  assert.equal(of({ pretext: "before", title: "T" }), "before\n**T**");
  assert.equal(of({ fields: [{ title: "a" }, { value: "b" }, 7, null] }), "**a**\nb");
  for (const odd of [null, 7, "x", [], { blocks: 7 }, { fields: {} }]) assert.equal(of(odd), "");
});

Deno.test("a text over the limit is cut at a whole character, with an ellipsis", () => {
  assert.equal(cutCharacters("abcde", 5), "abcde");
  assert.equal(cutCharacters("abcdef", 5), "abcd…");
  assert.equal(cutCharacters("😀".repeat(5), 5), "😀".repeat(5));
  assert.equal(cutCharacters("😀".repeat(6), 5), "😀".repeat(4) + "…");
});
