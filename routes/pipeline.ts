// One request from arrival to answer: its route, its refusals, its headers, its measure.
import { type AddressRange, addressRange, callerAddress } from "../chat/addresses.ts";
import type { Context } from "../chat/context.ts";
import { Refusal } from "../chat/errors.ts";
import { refusalAnswer, requestIdOf, respond } from "./answers.ts";
import type { Deadlines } from "./deadlines.ts";
import type { Metrics } from "./metrics_registry.ts";
import type { Answer, Call, Method, Route } from "./route.ts";
import { Router } from "./router.ts";

export type Handler = (request: Request, peer: string) => Promise<Response>;

/** `fallback` answers what no route matches, such as the pages of the app. */
export function newHandler(
  context: Context,
  routes: readonly Route[],
  metrics: Metrics,
  deadlines: Deadlines,
  fallback: (request: Request) => Response | null,
): Handler {
  const router = new Router(routes);
  const trusted = context.settings.trustedProxies.map(addressRange).filter((range) =>
    range !== null
  );

  return async (request, peer) => {
    const started = performance.now();
    const requestId = requestIdOf(request);
    const { pathname, query } = splitUrl(request.url);
    const match = router.match(pathname);
    if (match === null && method(request) === "GET") {
      const page = fallback(request);
      if (page !== null) return page;
    }
    let name = "unmatched";
    let answer: Answer | Response;
    try {
      if (match === null) throw notFound(pathname);
      const route = match.routes.get(method(request));
      if (route === undefined) throw methodNotAllowed(match.routes);
      name = route.name;
      const { params } = match;
      answer = await route.run(
        new Arrived(context, request, requestId, params, deadlines, peer, trusted, query),
      );
    } catch (error) {
      answer = refusalAnswer(asRefusal(error, context, requestId, name));
    }
    const response = answer instanceof Response ? answer : respond(answer, requestId);
    metrics.count(name, response.status, (performance.now() - started) / 1000);
    return response;
  };
}

/** A class, because an object with getters of its own is slow to make, and each request makes one. */
class Arrived implements Call {
  who: unknown;
  query: unknown;
  body: unknown;
  #address: string | null = null;

  constructor(
    readonly context: Context,
    readonly request: Request,
    readonly requestId: string,
    readonly params: Readonly<Record<string, string>>,
    readonly deadlines: Deadlines,
    private readonly peer: string,
    private readonly trusted: readonly AddressRange[],
    private readonly queryText: string,
  ) {}

  get address(): string {
    return this.#address ??= callerAddress(this.peer, this.request.headers, this.trusted);
  }
  get search(): URLSearchParams {
    return new URLSearchParams(this.queryText);
  }
}

function asRefusal(error: unknown, context: Context, requestId: string, route: string): Refusal {
  const refusal = error instanceof Refusal ? error : new Refusal("send_failed", {
    message: "The request failed inside the service; retry with exponential backoff",
    cause: error,
  });
  // The cause is ours alone: logged once, shown to nobody.
  if (refusal.status >= 500) {
    context.report(refusal.cause ?? refusal, { request_id: requestId, route });
  }
  return refusal;
}

function method({ method }: Request): Method {
  return (method === "HEAD" ? "GET" : method) as Method;
}

function notFound(pathname: string): Refusal {
  const message = pathname.startsWith("/webhooks/")
    ? "The path is not /webhooks/v1/{webhook_id}/{token}; copy the webhook's URL again"
    : undefined;
  return new Refusal("not_found", { message });
}

function methodNotAllowed(routes: ReadonlyMap<Method, Route>): Refusal {
  const allowed = [...routes.keys()].join(", ");
  return new Refusal("method_not_allowed", {
    message: `This path takes ${allowed} only; use that`,
    headers: { Allow: allowed },
  });
}

// Faster than URL, and the path needs no normal form: what is not matched to the letter is not found.
function splitUrl(url: string): { pathname: string; query: string } {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  if (start < 0) return { pathname: "/", query: "" };
  const mark = url.indexOf("?", start);
  const hash = url.indexOf("#", start);
  const end = hash < 0 ? url.length : hash;
  return mark < 0 || mark > end
    ? { pathname: url.slice(start, end), query: "" }
    : { pathname: url.slice(start, mark), query: url.slice(mark + 1, end) };
}
