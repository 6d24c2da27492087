// What a route is: its path, who may call it, what it takes and answers, and what it does. The same rows route requests,
// guard them, validate them and describe the API.
import type { z } from "zod";
import type { Context } from "../chat/context.ts";
import type { ErrorCode } from "../chat/errors.ts";
import type { Deadlines } from "./deadlines.ts";
import { parseBody, parseQuery } from "./parsing.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Schema<T> = z.ZodType<T>;

/** A request on its way through a route. */
export interface Call {
  readonly context: Context;
  readonly request: Request;
  readonly requestId: string;
  readonly params: Readonly<Record<string, string>>;
  /** The caller's address, seen through trusted proxies. */
  readonly address: string;
  readonly search: URLSearchParams;
  readonly deadlines: Deadlines;
  /** Who calls, what they ask and what they bring: filled in by the route, and typed by its row. */
  who?: unknown;
  query?: unknown;
  body?: unknown;
}

export interface Answer {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
}

export interface Guard<W> {
  name: "anyone" | "webhook" | "bot" | "viewer" | "admin" | "owner";
  check(call: Call): Promise<W> | W;
}

export interface RouteSpec<W, Q, B> {
  method: Method;
  path: string;
  /** The name of the operation in the API description. */
  name: string;
  summary: string;
  who: Guard<W>;
  query?: Schema<Q>;
  body?: Schema<B>;
  /** What the API description says of a body that the handler reads itself. */
  takes?: z.ZodType;
  answer?: z.ZodType;
  errors?: readonly ErrorCode[];
  handle(
    call: Call & { who: W; query: Q; body: B },
  ): Promise<Answer | Response> | Answer | Response;
}

export interface Route extends Omit<RouteSpec<unknown, unknown, unknown>, "handle"> {
  run(call: Call): Promise<Answer | Response> | Answer | Response;
}

/** Ties a row together: guard, then query, then body, then what it does. */
export function route<W, Q = unknown, B = unknown>(spec: RouteSpec<W, Q, B>): Route {
  const { handle, ...row } = spec;
  return {
    ...row as Omit<RouteSpec<unknown, unknown, unknown>, "handle">,
    run(call) {
      const who = spec.who.check(call);
      return who instanceof Promise ? who.then((who) => proceed(call, who)) : proceed(call, who);
    },
  };

  // Only what has to wait waits: each await is paid for by every post.
  function proceed(call: Call, who: W): Promise<Answer | Response> | Answer | Response {
    const filled = call as Call & { who: W; query: Q; body: B };
    filled.who = who;
    if (spec.query !== undefined) filled.query = parseQuery(spec.query, call);
    if (spec.body === undefined) return handle(filled);
    return parseBody(spec.body, call).then((body) => {
      filled.body = body;
      return handle(filled);
    });
  }
}
