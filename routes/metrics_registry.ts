// What /metrics tells: counters by route and status, durations of posts, and gauges that are read when asked.
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

class Histogram {
  readonly counts = new Array<number>(BOUNDS.length).fill(0);
  sum = 0;
  count = 0;

  observe(seconds: number): void {
    this.sum += seconds;
    this.count++;
    for (let i = BOUNDS.length - 1; i >= 0 && seconds <= BOUNDS[i]!; i--) this.counts[i]!++;
  }
}

export interface Gauge {
  name: string;
  help: string;
  type: "gauge" | "counter";
  read: () => number;
}

export class Metrics {
  readonly #requests = new Map<string, Map<number, number>>();
  readonly #durations = new Map<string, Histogram>();
  readonly #gauges: Gauge[] = [];

  count(route: string, status: number, seconds: number): void {
    let statuses = this.#requests.get(route);
    if (statuses === undefined) this.#requests.set(route, statuses = new Map());
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    let durations = this.#durations.get(route);
    if (durations === undefined) this.#durations.set(route, durations = new Histogram());
    durations.observe(seconds);
  }

  gauge(gauge: Gauge): void {
    this.#gauges.push(gauge);
  }

  text(): string {
    const lines = [
      "# HELP parley_http_requests_total Requests by route and status",
      "# TYPE parley_http_requests_total counter",
    ];
    for (const [route, statuses] of this.#requests) {
      for (const [status, count] of statuses) {
        lines.push(`parley_http_requests_total{route="${route}",status="${status}"} ${count}`);
      }
    }
    lines.push(
      "# HELP parley_http_request_seconds How long requests took, by route",
      "# TYPE parley_http_request_seconds histogram",
    );
    for (const [route, { counts, sum, count }] of this.#durations) {
      BOUNDS.forEach((bound, i) => {
        lines.push(
          `parley_http_request_seconds_bucket{route="${route}",le="${bound}"} ${counts[i]}`,
        );
      });
      lines.push(
        `parley_http_request_seconds_bucket{route="${route}",le="+Inf"} ${count}`,
        `parley_http_request_seconds_sum{route="${route}"} ${sum}`,
        `parley_http_request_seconds_count{route="${route}"} ${count}`,
      );
    }
    for (const { name, help, type, read } of this.#gauges) {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name} ${read()}`);
    }
    return lines.join("\n") + "\n";
  }
}
