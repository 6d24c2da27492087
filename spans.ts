// Spans for OpenTelemetry, switched by Deno's own OTEL_DENO. They carry ids and counts: never a URL, a token or content.
import { type Attributes, type Span, SpanStatusCode, trace } from "@opentelemetry/api";

const enabled = /^(true|1)$/.test(Deno.env.get("OTEL_DENO") ?? "");
const tracer = trace.getTracer("parley");

/** Runs within a span; without telemetry it only runs. */
export function spanned<T>(name: string, attributes: () => Attributes, run: () => T): T {
  if (!enabled) return run();
  return tracer.startActiveSpan(name, { attributes: attributes() }, (span) => {
    try {
      const result = run();
      if (!(result instanceof Promise)) {
        span.end();
        return result;
      }
      return result.catch((error) => fail(span, error)).finally(() => span.end()) as T;
    } catch (error) {
      span.end();
      return fail(span, error);
    }
  });
}

// The kind of error only: its message may speak of what was asked for.
function fail(span: Span, error: unknown): never {
  span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
  span.setStatus({ code: SpanStatusCode.ERROR });
  throw error;
}
