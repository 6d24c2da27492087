// docs/asyncapi.yaml: both streams, from the schemas of their frames.
import { stringify } from "yaml";
import { z } from "zod";
import denoJson from "../deno.json" with { type: "json" };
import * as bot from "../wire/bot_stream.ts";
import * as viewer from "../wire/viewer_stream.ts";

type Json = Record<string, unknown>;

interface Named {
  title: string;
  schema: z.ZodType;
}

/** The members of a union of frames, each with the name that its `type` gives it. */
function framesOf(union: z.ZodType): Named[] {
  const { options } = union.def as unknown as { options: z.ZodType[] };
  const seen = new Map<string, number>();
  return options.map((schema) => {
    const { shape } = schema as z.ZodObject;
    const type = (shape.type as z.ZodLiteral).value as string;
    const meta = schema.meta()?.id;
    const count = (seen.get(type) ?? 0) + 1;
    seen.set(type, count);
    return { title: meta ?? (count === 1 ? type : `${type}_${count}`), schema };
  });
}

const schemas: Json = {};

function payload(schema: z.ZodType): Json {
  const { $schema: _, $defs = {}, ...rest } = z.toJSONSchema(schema, { io: "output" }) as Json;
  for (const [name, inner] of Object.entries($defs as Json)) schemas[name] = toComponent(inner);
  return toComponent(rest) as Json;
}

// A record that has a name is described once, under components; its name as a member of the schema is of no use there.
function toComponent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toComponent);
  if (typeof value === "string") return value.replace(/^#\/\$defs\//, "#/components/schemas/");
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).filter(([name, inner]) => name !== "id" || typeof inner !== "string")
      .map(([name, inner]) => [name, toComponent(inner)]),
  );
}

const key = (prefix: string, title: string) => `${prefix}_${title.replace(/[^A-Za-z0-9]+/g, "_")}`;

function messages(prefix: string, union: z.ZodType): Json {
  return Object.fromEntries(
    framesOf(union).map(({ title, schema }) => [
      key(prefix, title),
      { name: title, contentType: "application/json", payload: payload(schema) },
    ]),
  );
}

const references = (channel: string, found: Json) =>
  Object.keys(found).map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` }));

export function asyncApiPage(): string {
  const botOut = messages("server", bot.ServerFrame);
  const botIn = messages("bot", bot.BotFrame);
  const viewerOut = messages("server", viewer.ViewerServerFrame);
  const viewerIn = messages("viewer", viewer.ViewerFrame);
  const page = {
    asyncapi: "3.0.0",
    info: {
      title: "Parley's streams",
      version: denoJson.version,
      description:
        "Frames are JSON text. Ignore frames and fields that you do not know. See stream.md and app_api.md.",
      license: { name: "MIT" },
    },
    defaultContentType: "application/json",
    servers: { local: { host: "127.0.0.1:8080", protocol: "ws" } },
    channels: {
      bot: {
        address: "/bots/v1/stream",
        title: "Bot event stream",
        description:
          "A bot receives the events of its chats. Authorization: Bearer, or the query parameter token.",
        messages: { ...botOut, ...botIn },
        bindings: {
          ws: {
            method: "GET",
            query: {
              type: "object",
              properties: {
                token: {
                  type: "string",
                  description: "The bot's token, where headers cannot be set",
                },
                after: { type: "string", description: "A seq, or acked" },
              },
            },
          },
        },
      },
      viewer: {
        address: "/api/v1/stream",
        title: "Viewer stream",
        description:
          "A person's app receives what happens in the chats and threads that it subscribes to.",
        messages: { ...viewerOut, ...viewerIn },
        bindings: { ws: { method: "GET" } },
      },
    },
    operations: {
      receiveBotEvents: {
        action: "send",
        channel: { $ref: "#/channels/bot" },
        summary: "The service sends to the bot",
        messages: references("bot", botOut),
      },
      sendBotFrames: {
        action: "receive",
        channel: { $ref: "#/channels/bot" },
        summary: "The bot sends to the service",
        messages: references("bot", botIn),
      },
      receiveViewerEvents: {
        action: "send",
        channel: { $ref: "#/channels/viewer" },
        summary: "The service sends to the viewer",
        messages: references("viewer", viewerOut),
      },
      sendViewerFrames: {
        action: "receive",
        channel: { $ref: "#/channels/viewer" },
        summary: "The viewer sends to the service",
        messages: references("viewer", viewerIn),
      },
    },
  };
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a < b ? -1 : 1));
  const whole = { ...page, components: { schemas: sorted } };
  return "# Made by `deno task docs` from wire/; do not edit.\n" +
    stringify(whole, { lineWidth: 110, aliasDuplicateObjects: false });
}
