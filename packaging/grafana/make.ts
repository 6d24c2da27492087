// Writes the Grafana dashboard: `deno run -W packaging/grafana/make.ts`.
interface Panel {
  title: string;
  unit: string;
  queries: [expression: string, legend: string][];
  about?: string;
  stat?: true;
}

const POSTS = 'route=~"post_through_webhook|post_slack_payload|post_as_bot|create_reply"';

const ROWS: Record<string, Panel[]> = {
  Posting: [
    {
      title: "Posts",
      unit: "reqps",
      queries: [[
        `sum by (route) (rate(parley_http_requests_total{${POSTS}}[$__rate_interval]))`,
        "{{route}}",
      ]],
    },
    {
      title: "How long posts take",
      unit: "s",
      queries: [0.5, 0.95, 0.99].map((q) => [
        `histogram_quantile(${q}, sum by (le) (rate(parley_http_request_seconds_bucket{${POSTS}}[$__rate_interval])))`,
        `p${q * 100}`,
      ]),
    },
    {
      title: "Refused",
      unit: "reqps",
      about: "401 and 403 are callers' mistakes, 429 is a limit, 500 is ours",
      queries: [[
        'sum by (status) (rate(parley_http_requests_total{status=~"4..|5.."}[$__rate_interval]))',
        "{{status}}",
      ]],
    },
  ],
  Store: [
    {
      title: "Commits",
      unit: "ops",
      queries: [["rate(parley_commits_total[$__rate_interval])", "commits"], [
        "rate(parley_commit_conflicts_total[$__rate_interval])",
        "conflicts",
      ]],
    },
    {
      title: "Writes that wait",
      unit: "short",
      about: "Above a thousand for long: the disk does not keep up",
      queries: [["parley_writes_waiting", "waiting"]],
    },
    {
      title: "Log not laid down",
      unit: "short",
      about: "Entries that a start would replay",
      queries: [["parley_log_head - parley_log_mark", "entries"]],
    },
  ],
  Streams: [
    {
      title: "Open streams",
      unit: "short",
      queries: [["parley_bot_streams_open", "bots"], ["parley_viewer_streams_open", "viewers"]],
    },
    {
      title: "Replies under generation",
      unit: "short",
      queries: [["parley_replies_generating", "replies"]],
    },
    {
      title: "Memory",
      unit: "bytes",
      queries: [["parley_process_resident_memory_bytes", "resident"]],
    },
  ],
  Agents: [
    {
      title: "Answers by how they ended",
      unit: "ops",
      queries: [[
        "sum by (outcome) (rate(parley_bridge_answers_total[$__rate_interval]))",
        "{{outcome}}",
      ]],
    },
    {
      title: "Until the first token",
      unit: "s",
      queries: [0.5, 0.95].map((q) => [
        `histogram_quantile(${q}, sum by (le) (rate(parley_bridge_first_token_seconds_bucket[$__rate_interval])))`,
        `p${q * 100}`,
      ]),
    },
    {
      title: "Breakers",
      unit: "short",
      about: "0 closed, 1 half-open, 2 open",
      queries: [["max by (bot) (parley_bridge_breaker_state)", "{{bot}}"]],
    },
  ],
};

export function dashboard() {
  let id = 0;
  const panels = Object.entries(ROWS).flatMap(([title, row], line) => [
    {
      id: ++id,
      type: "row",
      title,
      collapsed: false,
      gridPos: { x: 0, y: line * 9, w: 24, h: 1 },
      panels: [],
    },
    ...row.map(({ title, unit, queries, about }, column) => ({
      id: ++id,
      type: "timeseries",
      title,
      description: about ?? "",
      datasource: { type: "prometheus", uid: "${datasource}" },
      gridPos: { x: column * 8, y: line * 9 + 1, w: 8, h: 8 },
      fieldConfig: {
        defaults: { unit, min: 0, custom: { fillOpacity: 10, showPoints: "never" } },
        overrides: [],
      },
      options: { legend: { displayMode: "list", placement: "bottom" }, tooltip: { mode: "multi" } },
      targets: queries.map(([expr, legendFormat], index) => ({
        refId: "ABC"[index],
        expr: scoped(expr),
        legendFormat,
      })),
    })),
  ]);
  return {
    uid: "parley",
    title: "Parley",
    tags: ["parley"],
    schemaVersion: 39,
    editable: true,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: {
      list: [
        { name: "datasource", type: "datasource", query: "prometheus", label: "Data source" },
        {
          name: "instance",
          type: "query",
          label: "Instance",
          datasource: { type: "prometheus", uid: "${datasource}" },
          query: "label_values(parley_log_head, instance)",
          multi: true,
          includeAll: true,
          allValue: ".*",
        },
      ],
    },
    panels,
  };
}

/** Every metric of the expression, of the chosen instances only. */
function scoped(expression: string): string {
  return expression.replace(
    /\b(parley_[a-z_]+)(\{)?/g,
    (_, metric: string, brace?: string) => `${metric}{instance=~"$instance"${brace ? "," : "}"}`,
  );
}

export const METRICS: string[] = [
  ...new Set(
    Object.values(ROWS).flat().flatMap(({ queries }) =>
      queries.flatMap(([expression]) => expression.match(/parley_[a-z_]+/g) ?? [])
    ),
  ),
];

if (import.meta.main) {
  const file = new URL("dashboard.json", import.meta.url);
  await Deno.writeTextFile(file, JSON.stringify(dashboard(), null, 2) + "\n");
}
