// Finds the route of a path, segment by segment.
import type { Method, Route } from "./route.ts";

interface Node {
  fixed: Map<string, Node>;
  any: { name: string; node: Node } | null;
  routes: Map<Method, Route>;
}

export interface Match {
  routes: ReadonlyMap<Method, Route>;
  params: Record<string, string>;
}

const newNode = (): Node => ({ fixed: new Map(), any: null, routes: new Map() });

export class Router {
  readonly #root = newNode();

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#add(route);
  }

  match(pathname: string): Match | null {
    const params: Record<string, string> = {};
    let node: Node = this.#root;
    for (const segment of pathname.split("/").slice(1)) {
      const fixed = node.fixed.get(segment);
      if (fixed !== undefined) node = fixed;
      else if (node.any !== null && segment !== "") {
        const value = decoded(segment);
        if (value === null) return null;
        params[node.any.name] = value;
        node = node.any.node;
      } else return null;
    }
    return node.routes.size === 0 ? null : { routes: node.routes, params };
  }

  #add(route: Route): void {
    let node = this.#root;
    for (const segment of route.path.split("/").slice(1)) {
      if (segment.startsWith(":")) {
        node.any ??= { name: segment.slice(1), node: newNode() };
        if (node.any.name !== segment.slice(1)) {
          throw new Error(
            `Cannot add ${route.path}: the segment is named :${node.any.name} elsewhere`,
          );
        }
        node = node.any.node;
      } else {
        if (!node.fixed.has(segment)) node.fixed.set(segment, newNode());
        node = node.fixed.get(segment)!;
      }
    }
    if (node.routes.has(route.method)) {
      throw new Error(`Cannot add ${route.method} ${route.path}: it is there already`);
    }
    node.routes.set(route.method, route);
  }
}

function decoded(segment: string): string | null {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not an encoding of anything, so it names nothing.
    return null;
  }
}
