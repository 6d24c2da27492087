// The API's description, OpenAPI 3.1, made from the rows that route and the schemas that validate.
import { z } from "zod";
import { defaultMessage, ERROR_CODES, type ErrorCode, statusOf } from "../chat/errors.ts";
import denoJson from "../deno.json" with { type: "json" };
import type { Route } from "./route.ts";
import { headersOf } from "./openapi_headers.ts";
import { errorsOf } from "./route_errors.ts";

export type Json = Record<string, unknown>;

export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  security: Json[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; content?: Content; headers?: Json }>;
}
export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: Json;
}
export type Content = Record<string, { schema: Json }>;

export interface OpenApi {
  openapi: string;
  info: Json;
  servers: Json[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> };
}

/** The chapters of the description; a path belongs to the first that it fits. */
const TAGS: [fits: RegExp, name: string, description: string][] = [
  [
    /^\/(webhooks|hooks)\//,
    "Incoming webhook",
    "Programs post into a chat. The token in the path authenticates; an Authorization header is ignored.",
  ],
  [/^\/bots\/v1\//, "Bot", "Bots post, hear what concerns them, and reply in threads."],
  [
    /^\/api\/v1\/(setup|sessions|me|users|invites)\b/,
    "People",
    "Set-up, sign-in, access tokens, invitations and roles.",
  ],
  [/webhooks/, "Webhook settings", "The webhooks of a chat, managed by its members."],
  [/bots/, "Bot settings", "Bots, their tokens, and the chats that they are members of."],
  [/messages|search/, "Messages", "Reading, posting, replying, stopping and finding."],
  [/^\/api\/v1\/chats/, "Chats", "Group and direct chats and who is in them."],
  [/^\/api\/v1\/audit/, "Audit", "Who changed what, and when."],
  [/^\/api\/v1\/stream/, "Viewer stream", "What a person's page hears, live."],
  [/./, "Operations", "For whoever runs the service."],
];

function tagOf({ path, who }: Route): string {
  const [, name] = TAGS.find(([fits]) => who.name === "webhook" || fits.test(path))!;
  return name;
}

const SECURITY: Record<Route["who"]["name"], Json[]> = {
  anyone: [],
  webhook: [],
  bot: [{ bot_token: [] }],
  viewer: [{ access_token: [] }, { session: [] }],
  admin: [{ access_token: [] }, { session: [] }],
  owner: [{ access_token: [] }, { session: [] }],
};

const SECURITY_SCHEMES = {
  bot_token: {
    type: "http",
    scheme: "bearer",
    description: "A bot's token, svcbot_…; on the stream also as the query parameter token",
  },
  access_token: {
    type: "http",
    scheme: "bearer",
    description: "A personal access token, svcusr_…, or the configured owner token",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "parley_session",
    description: "A session; writes are taken from the app's own pages only",
  },
};

export function describe(routes: readonly Route[], baseUrl: string): OpenApi {
  const components: Record<string, Json> = { Error: errorSchema() };
  const paths: OpenApi["paths"] = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    (paths[path] ??= {})[route.method.toLowerCase()] = operation(route, components);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Parley",
      version: denoJson.version,
      license: { name: denoJson.license, identifier: denoJson.license },
      description: DESCRIPTION,
    },
    servers: [{ url: baseUrl }],
    tags: TAGS.map(([, name, description]) => ({ name, description })),
    paths,
    components: { schemas: sorted(components), securitySchemes: SECURITY_SCHEMES },
  };
}

const DESCRIPTION = [
  "JSON in and out. Success carries `ok: true`; every error is `{ok: false, error, message}` with a",
  "message that says what to do. Unknown fields are ignored. Times are RFC 3339 in UTC. Every answer",
  "carries `X-Request-Id`. The streams' frames are described in docs/asyncapi.yaml.",
].join(" ");

function operation(route: Route, components: Record<string, Json>): Operation {
  const parameters = [...pathParameters(route), ...queryParameters(route), ...headers(route)];
  const taken = route.body ?? route.takes;
  return {
    operationId: route.name,
    summary: route.summary,
    tags: [tagOf(route)],
    security: SECURITY[route.who.name],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(taken === undefined ? {} : {
      requestBody: {
        required: !taken.safeParse({}).success,
        content: { "application/json": { schema: schemaOf(taken, "input", components) } },
      },
    }),
    responses: { ...success(route, components), ...failures(route) },
  };
}

function pathParameters({ path }: Route): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name: name!,
    in: "path",
    required: true,
    schema: name === "chat_id" || name === "message_id"
      ? { type: "integer", format: "int64", minimum: 1 }
      : { type: "string" },
  }));
}

function queryParameters({ query, name }: Route): Parameter[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(query, "input", {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([field, { description, ...schema }]) => {
    if (
      typeof schema.type !== "string" && schema.anyOf === undefined && schema.enum === undefined
    ) {
      throw new Error(`Cannot describe the query field ${field} of ${name}: it has no type`);
    }
    return {
      name: field,
      in: "query",
      required: required.includes(field),
      ...(description === undefined ? {} : { description: String(description) }),
      schema,
    };
  });
}

function headers({ errors = [] }: Route): Parameter[] {
  if (!errors.includes("idempotency_conflict")) return [];
  return [{
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "The same key and body again within 24 h give the first result again",
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[ -~]+$" },
  }];
}

function success(route: Route, components: Record<string, Json>): Operation["responses"] {
  const { answer, errors = [] } = route;
  const headers = headersOf(route, 200);
  if (errors.includes("upgrade_required")) {
    return { "101": { description: "The stream: frames of JSON text" } };
  }
  if (answer === undefined) return { "200": { description: "Done", headers } };
  const { contentMediaType = "text/plain", ...schema } = schemaOf(answer, "output", components);
  const type = schema.type === "string" ? String(contentMediaType) : "application/json";
  return { "200": { description: "Done", headers, content: { [type]: { schema } } } };
}

function failures(route: Route): Operation["responses"] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(route)) {
    byStatus.set(statusOf(code), [...byStatus.get(statusOf(code)) ?? [], code]);
  }
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(statuses.map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${defaultMessage(code)}`).join("\n\n"),
      headers: headersOf(route, status),
      content: { "application/json": { schema: failureSchema(codes) } },
    },
  ]));
}

function failureSchema(codes: readonly ErrorCode[]): Json {
  return {
    allOf: [{ $ref: "#/components/schemas/Error" }],
    properties: { error: { enum: codes } },
  };
}

function errorSchema(): Json {
  return {
    type: "object",
    required: ["ok", "error", "message"],
    properties: {
      ok: { const: false },
      error: { type: "string", enum: ERROR_CODES },
      message: { type: "string", description: "What happened and what to do" },
      field: { type: "string", description: "With invalid_field: the field that is wrong" },
      length: { type: "integer", description: "With offset_mismatch: the length that is there" },
    },
  };
}

/** The JSON schema; what has a name goes to the components. */
function schemaOf(
  schema: z.ZodType,
  io: "input" | "output",
  components: Record<string, Json>,
): Json {
  // Wrapped, because a name at the very top would be described in place.
  const whole = z.toJSONSchema(z.object({ it: schema }), {
    io,
    unrepresentable: "any",
  }) as unknown as {
    properties: { it: Json };
    $defs?: Record<string, Json>;
  };
  for (const [name, inner] of Object.entries(whole.$defs ?? {})) {
    const component = asComponent(inner) as Json;
    const known = components[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component)) {
      throw new Error(`Cannot describe ${name}: two schemas have this name`);
    }
    components[name] = component;
  }
  return asComponent(whole.properties.it) as Json;
}

function asComponent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asComponent);
  if (typeof value === "string") return value.replace(/^#\/\$defs\//, "#/components/schemas/");
  if (typeof value !== "object" || value === null) return value;
  const isObjectSchema = "properties" in value;
  return Object.fromEntries(
    Object.entries(value)
      // A later version may add fields.
      .filter(([name, inner]) => !(isObjectSchema && name === "additionalProperties" && !inner))
      .filter(([name, inner]) => !(name === "id" && typeof inner === "string"))
      .map(([name, inner]) => [name, asComponent(inner)]),
  );
}

function sorted(components: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(Object.entries(components).sort(([a], [b]) => a < b ? -1 : 1));
}
