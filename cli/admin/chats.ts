import { chatNumber } from "../chat_number.ts";
import { type Action, botPath, userId } from "./action.ts";

const columns = ["chat_id", "kind", "name", "archived"];

export const CHATS: readonly Action[] = [
  {
    noun: "chats",
    verb: "list",
    words: [],
    about: "All chats that the token's owner sees",
    shows: "chats",
    columns,
    run: ({ api }) => api({ method: "GET", path: "/chats" }),
  },
  {
    noun: "chats",
    verb: "create",
    words: ["NAME"],
    about: "A new group chat",
    shows: "chat",
    run: ({ api, words: [name] }) =>
      api({ method: "POST", path: "/chats", body: { name, kind: "group" } }),
  },
  {
    noun: "chats",
    verb: "show",
    words: ["CHAT"],
    about: "A chat with its members",
    shows: "chat",
    run: ({ api, words: [chat] }) => api({ method: "GET", path: `/chats/${chatNumber(chat)}` }),
  },
  {
    noun: "chats",
    verb: "rename",
    words: ["CHAT", "NAME"],
    about: "Give a chat another name",
    shows: "chat",
    run: ({ api, words: [chat, name] }) =>
      api({ method: "PATCH", path: `/chats/${chatNumber(chat)}`, body: { name } }),
  },
  {
    noun: "chats",
    verb: "delete",
    words: ["CHAT"],
    about: "Close a chat; its messages stay readable",
    run: ({ api, words: [chat] }) => api({ method: "DELETE", path: `/chats/${chatNumber(chat)}` }),
  },
  {
    noun: "chats",
    verb: "add-user",
    words: ["CHAT", "USER"],
    about: "Make a user a member",
    run: async ({ api, words: [chat, user] }) =>
      api({
        method: "PUT",
        path: `/chats/${chatNumber(chat)}/members/${await userId(api, user!)}`,
      }),
  },
  {
    noun: "chats",
    verb: "remove-user",
    words: ["CHAT", "USER"],
    about: "End a user's membership",
    run: async ({ api, words: [chat, user] }) =>
      api({
        method: "DELETE",
        path: `/chats/${chatNumber(chat)}/members/${await userId(api, user!)}`,
      }),
  },
  {
    noun: "chats",
    verb: "add-bot",
    words: ["CHAT", "BOT"],
    about: "Make a bot a member",
    run: async ({ api, words: [chat, bot] }) =>
      api({ method: "PUT", path: `/chats/${chatNumber(chat)}${await botPath(api, bot!)}` }),
  },
  {
    noun: "chats",
    verb: "remove-bot",
    words: ["CHAT", "BOT"],
    about: "End a bot's membership",
    run: async ({ api, words: [chat, bot] }) =>
      api({ method: "DELETE", path: `/chats/${chatNumber(chat)}${await botPath(api, bot!)}` }),
  },
];
