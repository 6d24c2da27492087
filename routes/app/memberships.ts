// Who is in a chat: people and bots.
import { z } from "zod";
import { addBot, addPerson, listBotsIn, removeBot, removePerson } from "../../chat/memberships.ts";
import { Bot, User } from "../../wire/records.ts";
import { ok } from "../answers.ts";
import { viewer } from "../guards.ts";
import { botRecord, userRecord } from "../records.ts";
import { route } from "../route.ts";
import { Done, idIn, success } from "./fields.ts";

export const membershipRoutes = [
  route({
    method: "PUT",
    path: "/api/v1/chats/:chat_id/members/:user_id",
    name: "add_member",
    summary: "Add a person to a group chat",
    who: viewer,
    answer: success({ user: User }),
    errors: ["not_found", "forbidden"],
    handle: async ({ context, who, params }) => {
      const user = await addPerson(context, who, idIn(params, "chat_id"), params.user_id!);
      return ok({ user: userRecord(user) });
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/chats/:chat_id/members/:user_id",
    name: "remove_member",
    summary: "Remove a person from a group chat, or leave it",
    who: viewer,
    answer: Done,
    errors: ["not_found", "forbidden"],
    handle: async ({ context, who, params }) => {
      await removePerson(context, who, idIn(params, "chat_id"), params.user_id!);
      return ok({});
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/chats/:chat_id/bots",
    name: "list_chat_bots",
    summary: "The bots that are members of a chat",
    who: viewer,
    answer: success({ bots: z.array(Bot) }),
    errors: ["not_found"],
    handle: ({ context, who, params }) =>
      ok({ bots: listBotsIn(context, who, idIn(params, "chat_id")).map(botRecord) }),
  }),
  route({
    method: "PUT",
    path: "/api/v1/chats/:chat_id/bots/:bot_id",
    name: "add_bot",
    summary: "Make a bot a member of a group chat",
    who: viewer,
    answer: success({ bot: Bot }),
    errors: ["not_found", "forbidden"],
    handle: async ({ context, who, params }) => {
      const bot = await addBot(context, who, idIn(params, "chat_id"), params.bot_id!);
      return ok({ bot: botRecord(bot) });
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/chats/:chat_id/bots/:bot_id",
    name: "remove_bot",
    summary: "End a bot's membership of a chat",
    who: viewer,
    answer: Done,
    errors: ["not_found", "forbidden"],
    handle: async ({ context, who, params }) => {
      await removeBot(context, who, idIn(params, "chat_id"), params.bot_id!);
      return ok({});
    },
  }),
];
