import { type Action, type ActionInput, atLeastOne, botPath, graceSeconds } from "./action.ts";

const SETTINGS = ["name", "description", "display-name", "avatar-url", "trigger-mode"];
const columns = ["bot_id", "username", "name", "trigger_mode", "enabled"];

function fieldsOf({ options }: ActionInput): Record<string, unknown> {
  return {
    name: options.name,
    description: options.description,
    display_name: options["display-name"],
    avatar_url: options["avatar-url"],
    trigger_mode: options["trigger-mode"],
  };
}

const change = (verb: string, about: string, body: (input: ActionInput) => unknown): Action => ({
  noun: "bots",
  verb,
  words: ["BOT"],
  about,
  shows: "bot",
  run: async (input) =>
    input.api({
      method: "PATCH",
      path: await botPath(input.api, input.words[0]!),
      body: body(input),
    }),
});

export const BOTS: readonly Action[] = [
  {
    noun: "bots",
    verb: "list",
    words: [],
    about: "All bots",
    shows: "bots",
    columns,
    run: ({ api }) => api({ method: "GET", path: "/bots" }),
  },
  {
    noun: "bots",
    verb: "create",
    words: ["USERNAME"],
    about: "A new bot; its token is shown this once",
    options: SETTINGS,
    shows: "bot",
    secret: "token",
    run: (input) =>
      input.api({
        method: "POST",
        path: "/bots",
        body: {
          ...fieldsOf(input),
          username: input.words[0],
          name: input.options.name ?? input.words[0],
        },
      }),
  },
  {
    noun: "bots",
    verb: "show",
    words: ["BOT"],
    about: "A bot with its open streams, cursor and backlog",
    shows: "bot",
    run: async ({ api, words: [bot] }) => api({ method: "GET", path: await botPath(api, bot!) }),
  },
  {
    ...change("update", "Change its settings", (input) => atLeastOne(fieldsOf(input), SETTINGS)),
    options: SETTINGS,
  },
  change("enable", "Accept its token again", () => ({ enabled: true })),
  change("disable", "Refuse its token and close its streams", () => ({ enabled: false })),
  {
    noun: "bots",
    verb: "token",
    words: ["BOT"],
    about: "A new token; the old one ends now, or after --grace",
    options: ["grace"],
    shows: "bot",
    secret: "token",
    run: async ({ api, words: [bot], options: { grace } }) =>
      api({
        method: "POST",
        path: `${await botPath(api, bot!)}/token`,
        body: { grace_s: graceSeconds(grace) },
      }),
  },
  {
    noun: "bots",
    verb: "import-token",
    words: ["BOT"],
    about: "Accept a token from before the rename, read from standard input",
    shows: "bot",
    run: async ({ api, words: [bot], input }) =>
      api({
        method: "POST",
        path: `${await botPath(api, bot!)}/token`,
        body: { legacy_token: (await input()).trim() },
      }),
  },
  {
    noun: "bots",
    verb: "deliveries",
    words: ["BOT"],
    about: "Its last posts: when, from where, with what result",
    shows: "deliveries",
    columns: ["at", "address", "status", "error", "message_id"],
    run: async ({ api, words: [bot] }) =>
      api({ method: "GET", path: `${await botPath(api, bot!)}/deliveries` }),
  },
  {
    noun: "bots",
    verb: "delete",
    words: ["BOT"],
    about: "Delete it; its messages stay",
    run: async ({ api, words: [bot] }) => api({ method: "DELETE", path: await botPath(api, bot!) }),
  },
];
