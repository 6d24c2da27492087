// Chats, and how far the viewer has read them.
import { z } from "zod";
import {
  archiveChat,
  chatView,
  createGroup,
  listChats,
  markRead,
  openDirect,
  renameChat,
} from "../../chat/chats.ts";
import { invalidField } from "../../chat/errors.ts";
import { Chat, ChatId, MessageId } from "../../wire/records.ts";
import { ok } from "../answers.ts";
import { viewer } from "../guards.ts";
import { chatRecord } from "../chat_record.ts";
import { route } from "../route.ts";
import { Done, idIn, Name, success } from "./fields.ts";

const ChatAnswer = success({ chat: Chat });

const ChatBody = z.object({
  kind: z.enum(["group", "direct"], { error: "must be group or direct" }).default("group"),
  name: Name.optional().meta({ description: "Of a group chat; required there" }),
  username: z.string({ error: "must be the username of a person or bot" }).optional()
    .meta({ description: "The other one of a direct chat; required there" }),
}).meta({ id: "ChatBody" });

const ChatChange = z.object({ name: Name.optional() }).meta({ id: "ChatChange" });

const ReadBody = z.object({
  message_id: z.int({ error: "must be a message_id" }).nonnegative().meta({
    description: "The newest message that was seen; the marker never moves back",
  }),
}).meta({ id: "ReadBody" });

const ChatsQuery = z.object({
  archived: z.enum(["true", "false"], { error: "must be true or false" }).optional()
    .meta({ description: "true lists archived chats too" }),
});

export const chatRoutes = [
  route({
    method: "GET",
    path: "/api/v1/chats",
    name: "list_chats",
    summary: "The viewer's chats, with what is unread",
    who: viewer,
    query: ChatsQuery,
    answer: success({ chats: z.array(Chat) }),
    handle: async ({ context, who, query }) => {
      const views = await listChats(context, who, query.archived === "true");
      return ok({ chats: views.map(chatRecord) });
    },
  }),
  route({
    method: "POST",
    path: "/api/v1/chats",
    name: "create_chat",
    summary: "Create a group chat, or open the direct chat with a person or bot",
    who: viewer,
    body: ChatBody,
    answer: ChatAnswer,
    handle: async ({ context, who, body: { kind, name, username } }) => {
      if (kind === "group" && name === undefined) {
        throw invalidField("name", "A group chat has no name yet; send one of 1 to 80 characters");
      }
      if (kind === "direct" && username === undefined) {
        throw invalidField("username", "A direct chat is with somebody; send their username");
      }
      const { id } = kind === "group"
        ? await createGroup(context, who, name!)
        : await openDirect(context, who, username!);
      return ok({ chat: chatRecord(await chatView(context, who, id)) });
    },
  }),
  route({
    method: "GET",
    path: "/api/v1/chats/:chat_id",
    name: "read_chat",
    summary: "A chat with its people",
    who: viewer,
    answer: ChatAnswer,
    errors: ["not_found"],
    handle: async ({ context, who, params }) =>
      ok({ chat: chatRecord(await chatView(context, who, idIn(params, "chat_id"))) }),
  }),
  route({
    method: "PATCH",
    path: "/api/v1/chats/:chat_id",
    name: "change_chat",
    summary: "Rename a group chat",
    who: viewer,
    body: ChatChange,
    answer: ChatAnswer,
    errors: ["not_found", "forbidden"],
    handle: async ({ context, who, params, body }) => {
      const { id } = await renameChat(context, who, idIn(params, "chat_id"), body.name);
      return ok({ chat: chatRecord(await chatView(context, who, id)) });
    },
  }),
  route({
    method: "DELETE",
    path: "/api/v1/chats/:chat_id",
    name: "delete_chat",
    summary: "Archive a group chat: readable, but closed; its webhooks are revoked",
    who: viewer,
    answer: Done,
    errors: ["not_found", "forbidden"],
    handle: async ({ context, who, params }) => {
      await archiveChat(context, who, idIn(params, "chat_id"));
      return ok({});
    },
  }),
  route({
    method: "PUT",
    path: "/api/v1/chats/:chat_id/read",
    name: "mark_read",
    summary: "Mark a chat as read up to a message",
    who: viewer,
    body: ReadBody,
    answer: success({
      chat_id: ChatId,
      read_message_id: MessageId,
      unread_count: z.int().nonnegative(),
    }),
    errors: ["not_found"],
    handle: async ({ context, who, params, body }) => {
      const id = idIn(params, "chat_id");
      const { chatId, read, unread } = await markRead(context, who, id, body.message_id);
      return ok({ chat_id: chatId, read_message_id: read, unread_count: unread });
    },
  }),
];
