const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const PACE = [1, 5, 10, 20, 50, 100, 200, 500, 1000];

type Labels = Record<string, string>;

class Counter {
  readonly #values = new Map<string, number>();

  constructor(readonly name: string, readonly help: string) {}

  add(labels: Labels, by = 1): void {
    const key = render(labels);
    this.#values.set(key, (this.#values.get(key) ?? 0) + by);
  }

  lines(): string[] {
    return [
      `# HELP ${this.name} ${this.help}`,
      `# TYPE ${this.name} counter`,
      ...[...this.#values].map(([labels, value]) => `${this.name}{${labels}} ${value}`),
    ];
  }
}

class Histogram {
  readonly #series = new Map<string, { counts: number[]; sum: number; count: number }>();

  constructor(readonly name: string, readonly help: string, readonly bounds: readonly number[]) {}

  observe(labels: Labels, value: number): void {
    const key = render(labels);
    const series = this.#series.get(key) ??
      { counts: this.bounds.map(() => 0), sum: 0, count: 0 };
    this.#series.set(key, series);
    series.sum += value;
    series.count++;
    this.bounds.forEach((bound, i) => {
      if (value <= bound) series.counts[i]!++;
    });
  }

  lines(): string[] {
    const lines = [`# HELP ${this.name} ${this.help}`, `# TYPE ${this.name} histogram`];
    for (const [labels, { counts, sum, count }] of this.#series) {
      this.bounds.forEach((bound, i) =>
        lines.push(`${this.name}_bucket{${labels},le="${bound}"} ${counts[i]}`)
      );
      lines.push(
        `${this.name}_bucket{${labels},le="+Inf"} ${count}`,
        `${this.name}_sum{${labels}} ${sum}`,
        `${this.name}_count{${labels}} ${count}`,
      );
    }
    return lines;
  }
}

/** A value that is read when somebody asks. */
export interface Gauge {
  name: string;
  help: string;
  labels: Labels;
  read: () => number;
  type: "gauge" | "counter";
}

export class BridgeMetrics {
  readonly answers = new Counter("parley_bridge_answers_total", "Answers by how they ended");
  readonly calls = new Counter("parley_bridge_backend_calls_total", "Backend calls by their end");
  readonly text = new Counter("parley_bridge_text_bytes_total", "Answer text received, in bytes");
  readonly placeholder = new Histogram(
    "parley_bridge_placeholder_seconds",
    "From an event's arrival to its placeholder",
    SECONDS,
  );
  readonly firstToken = new Histogram(
    "parley_bridge_first_token_seconds",
    "From a backend call to its first token",
    SECONDS,
  );
  readonly pace = new Histogram(
    "parley_bridge_deltas_per_second",
    "How fast deltas arrived in an answer",
    PACE,
  );
  readonly #gauges: Gauge[] = [];

  gauge(gauge: Gauge): void {
    this.#gauges.push(gauge);
  }

  render(): string {
    const series = [
      this.answers,
      this.calls,
      this.text,
      this.placeholder,
      this.firstToken,
      this.pace,
    ].flatMap((metric) => metric.lines());
    for (const [name, gauges] of Map.groupBy(this.#gauges, ({ name }) => name)) {
      series.push(`# HELP ${name} ${gauges[0]!.help}`, `# TYPE ${name} ${gauges[0]!.type}`);
      for (const { labels, read } of gauges) series.push(`${name}{${render(labels)}} ${read()}`);
    }
    return series.join("\n") + "\n";
  }
}

function render(labels: Labels): string {
  return Object.entries(labels).map(([name, value]) =>
    `${name}="${value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n")}"`
  ).join(",");
}
