// Holds every answer that a test gets against the API's description: the records are as described, and no refusal comes
// that the description does not name.
import assert from "node:assert/strict";
import { errorsOf } from "../routes/route_errors.ts";
import type { Method, Route } from "../routes/route.ts";
import { Router } from "../routes/router.ts";
import type { Reply } from "./seed.ts";

const routers = new WeakMap<readonly Route[], Router>();

export function checkDescribed(
  routes: readonly Route[],
  method: string,
  path: string,
  { status, body }: Reply,
): void {
  let router = routers.get(routes);
  if (router === undefined) routers.set(routes, router = new Router(routes));
  const route = router.match(path.split("?")[0]!)?.routes.get(method as Method);
  if (route === undefined) return;
  if (status >= 400) {
    const known = errorsOf(route);
    assert.ok(
      known.includes(body.error),
      `${route.name} answers ${body.error}, which its row does not name: ${body.message}`,
    );
  } else if (route.answer !== undefined) {
    const { error } = route.answer.safeParse(body);
    assert.equal(
      error,
      undefined,
      `${route.name} answers what its row does not describe: ${error}`,
    );
  }
}
