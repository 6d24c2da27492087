// Bots: their settings, tokens, progress and last deliveries.
import { z } from "zod";
import {
  changeableBot,
  changeBot,
  chatsOfBot,
  createBot,
  deleteBot,
  importToken,
  listBots,
  progressOf,
  regenerateToken,
} from "../../chat/bots.ts";
import { chatNameFor } from "../../chat/chats.ts";
import type { Context } from "../../chat/context.ts";
import { liveBot } from "../../chat/memberships.ts";
import type { Viewer } from "../../chat/viewers.ts";
import type { BotRecord } from "../../store/records.ts";
import { Bot, Delivery, TriggerMode } from "../../wire/records.ts";
import { ok } from "../answers.ts";
import { viewer } from "../guards.ts";
import { botRecord, deliveryRecord } from "../records.ts";
import { route } from "../route.ts";
import {
  Avatar,
  Description,
  Done,
  Enabled,
  Grace,
  Name,
  OptionalName,
  success,
  Username,
} from "./fields.ts";

const Mode = z.enum(TriggerMode.options, { error: "must be all, mentions or manual" });

const fields = {
  description: Description.optional(),
  display_name: OptionalName.optional().meta({ description: "The bot's name where it is missing" }),
  avatar_url: Avatar.optional(),
  trigger_mode: Mode.optional().meta({
    description: "Which messages become events: all, mentions (the default), or manual for none",
  }),
  enabled: Enabled.optional(),
};
const BotSettings = z.object({ name: Name, username: Username, ...fields })
  .meta({ id: "BotSettings" });
const BotChange = z.object({ name: Name.optional(), username: Username.optional(), ...fields })
  .meta({ id: "BotChange" });
const BotTokenBody = z.object({
  grace_s: Grace,
  legacy_token: z.string({ error: "must be a token" }).optional().meta({
    description: "Instead of a new token, takes this one from before the rename beside the others",
  }),
}).meta({ id: "BotTokenBody" });

const BotAnswer = success({ bot: Bot });

export const botRoutes = [
  route({
    method: "GET",
    path: "/api/v1/bots",
    name: "list_bots",
    summary: "All bots",
    who: viewer,
    answer: success({ bots: z.array(Bot) }),
    handle: ({ context }) => ok({ bots: listBots(context).map(botRecord) }),
  }),
  route({
    method: "POST",
    path: "/api/v1/bots",
    name: "create_bot",
    summary: "Create a bot, a member of no chat yet; its token is shown this once",
    who: viewer,
    body: BotSettings,
    answer: success({ bot: Bot, token: z.string() }),
    errors: ["username_taken"],
    handle: async ({ context, who, body }) => {
      const { bot, token } = await createBot(context, who, {
        name: body.name,
        username: body.username,
        description: body.description ?? "",
        displayName: body.display_name ?? null,
        avatarUrl: body.avatar_url ?? null,
        triggerMode: body.trigger_mode ?? "mentions",
        enabled: body.enabled ?? true,
      });
      return ok({ bot: botRecord(bot), token });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/bots/:bot_id",
    name: "read_bot",
    summary: "A bot with its open streams, saved cursor, backlog and chats",
    who: viewer,
    answer: BotAnswer,
    errors: ["not_found"],
    handle: async ({ context, who, params }) => {
      const bot = liveBot(context.store, params.bot_id!);
      return ok({ bot: await wholeRecord(context, who, bot) });
    },
  }),
  route({
    method: "PATCH",
    path: "/api/v1/bots/:bot_id",
    name: "change_bot",
    summary: "Change a bot's settings; activate or deactivate it",
    who: viewer,
    body: BotChange,
    answer: BotAnswer,
    errors: ["not_found", "forbidden", "username_taken"],
    handle: async ({ context, who, params, body }) => {
      const bot = await changeBot(context, who, params.bot_id!, {
        name: body.name,
        username: body.username,
        description: body.description,
        displayName: body.display_name,
        avatarUrl: body.avatar_url,
        triggerMode: body.trigger_mode,
        enabled: body.enabled,
      });
      return ok({ bot: await wholeRecord(context, who, bot) });
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/bots/:bot_id",
    name: "delete_bot",
    summary: "Delete a bot; its messages stay, its username is free again",
    who: viewer,
    answer: Done,
    errors: ["not_found", "forbidden"],
    handle: async ({ context, who, params }) => {
      await deleteBot(context, who, params.bot_id!);
      return ok({});
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/bots/:bot_id/token",
    name: "regenerate_bot_token",
    summary: "Give a bot a new token, shown this once; the old one ends now or after a grace",
    who: viewer,
    body: BotTokenBody,
    answer: success({ bot: Bot, token: z.string().optional() }),
    errors: ["not_found", "forbidden"],
    handle: async ({ context, who, params, body: { grace_s, legacy_token } }) => {
      const id = params.bot_id!;
      if (legacy_token !== undefined) {
        return ok({ bot: botRecord(await importToken(context, who, id, legacy_token)) });
      }
      const { bot, token } = await regenerateToken(context, who, id, grace_s);
      return ok({ bot: botRecord(bot), token });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/bots/:bot_id/deliveries",
    name: "list_bot_deliveries",
    summary: "The last 100 posts of a bot, newest first, without contents",
    who: viewer,
    answer: success({ deliveries: z.array(Delivery) }),
    errors: ["not_found", "forbidden"],
    handle: async ({ context, who, params }) => {
      const { id } = changeableBot(context, who.user, params.bot_id!);
      return ok({ deliveries: (await context.store.deliveries.list(id)).map(deliveryRecord) });
    },
  }),
];

async function wholeRecord(context: Context, who: Viewer, bot: BotRecord) {
  const { openStreams, acked, latest, backlog } = await progressOf(context, bot);
  return {
    ...botRecord(bot),
    open_streams: openStreams,
    acked_seq: acked,
    latest_seq: latest,
    backlog,
    chats: chatsOfBot(context, who, bot).map((chat) => ({
      chat_id: chat.id,
      name: chatNameFor(context.store, chat, who.user.id),
      kind: chat.kind,
    })),
  };
}
