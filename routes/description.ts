// GET /openapi.json and GET /docs: the API as machines and as people read it.
import { createHash } from "node:crypto";
import { z } from "zod";
import { DOCS_STYLE, docsPage } from "./docs_page.ts";
import { anyone } from "./guards.ts";
import { describe, type OpenApi } from "./openapi.ts";
import { type Route, route } from "./route.ts";

const STYLE_HASH = createHash("sha256").update(DOCS_STYLE).digest("base64");
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** `all` is asked when somebody reads, since these routes are among the described. */
export function descriptionRoutes(all: () => readonly Route[]): Route[] {
  const described = once((baseUrl): OpenApi => describe(all(), baseUrl));
  const page = once((baseUrl) => docsPage(described(baseUrl)));
  return [
    route({
      method: "GET",
      path: "/openapi.json",
      name: "openapi",
      summary: "This description, as OpenAPI 3.1",
      who: anyone,
      answer: z.looseObject({ openapi: z.string() }),
      handle: ({ context }) => ({ body: described(context.settings.baseUrl) }),
    }),
    route({
      method: "GET",
      path: "/docs",
      name: "docs",
      summary: "This description, as a page",
      who: anyone,
      answer: z.string().meta({ contentMediaType: "text/html" }),
      handle: ({ context }) => ({
        body: page(context.settings.baseUrl),
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          "Content-Security-Policy": CONTENT_SECURITY_POLICY,
          "Referrer-Policy": "no-referrer",
        },
      }),
    }),
  ];
}

/** Remembers the last answer, which only another address of the service changes. */
function once<T>(make: (baseUrl: string) => T): (baseUrl: string) => T {
  let kept: { baseUrl: string; value: T } | null = null;
  return (baseUrl) => {
    if (kept?.baseUrl !== baseUrl) kept = { baseUrl, value: make(baseUrl) };
    return kept.value;
  };
}
