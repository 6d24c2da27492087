import { suggest } from "../config/suggestion.ts";
import { locateData } from "../config/data_location.ts";
import { announcedAddress, isOwned } from "../store/data_folder.ts";
import type { Action, Api } from "./admin/action.ts";
import { BOTS } from "./admin/bots.ts";
import { CHATS } from "./admin/chats.ts";
import { PEOPLE } from "./admin/people.ts";
import { WEBHOOKS } from "./admin/webhooks.ts";
import { type Command, CommandError, type Given, UsageError } from "./command.ts";
import { addressOf, request, requireOk, type Send, sendTo } from "./http.ts";
import { type Io, paint } from "./io.ts";
import { exists } from "./folder.ts";
import { openInside } from "./inside.ts";
import { configOf, DATA_OPTIONS } from "./settings.ts";
import { recordLines, tableLines } from "./table.ts";

const ACTIONS = [...CHATS, ...WEBHOOKS, ...BOTS, ...PEOPLE];
const OF_ACTIONS = new Set(ACTIONS.flatMap(({ options = [] }) => options));
const NOUNS = [...new Set(ACTIONS.map(({ noun }) => noun))];

const verbsOf = (noun: string) =>
  ACTIONS.filter((action) => action.noun === noun).map(({ verb }) => verb);

function find([noun, verb, ...words]: string[]): { action: Action; words: string[] } {
  const ofNoun = ACTIONS.filter((action) => action.noun === noun);
  if (noun === undefined || ofNoun.length === 0) {
    const meant = suggest(noun ?? "", NOUNS);
    throw new UsageError(
      `Say what to work on: ${NOUNS.join(", ")}` + (meant ? `; did you mean ${meant}?` : ""),
    );
  }
  const verbs = verbsOf(noun);
  const action = ofNoun.find((action) => action.verb === verb);
  if (action === undefined) {
    const meant = suggest(verb ?? "", verbs);
    throw new UsageError(
      `Say what to do with ${noun}: ${verbs.join(", ")}` +
        (meant ? `; did you mean ${meant}?` : ""),
    );
  }
  if (words.length !== action.words.length) {
    throw new UsageError(
      `The command is: parley admin ${noun} ${verb} ${action.words.join(" ")}`.trim(),
    );
  }
  return { action, words };
}

/** An option that this action does not take would be ignored: better to say so. */
function checkOptions({ noun, verb, options = [] }: Action, given: Given): void {
  const stray = Object.keys(given.options).find((name) =>
    OF_ACTIONS.has(name) && !options.includes(name)
  );
  if (stray === undefined) return;
  throw new UsageError(
    `--${stray} means nothing to parley admin ${noun} ${verb}` +
      (options.length > 0 ? `, which takes ${options.map((name) => `--${name}`).join(", ")}` : ""),
  );
}

/** The running service that was named, else the one on this machine, else the data folder itself. */
async function connect(
  given: Given,
  io: Io,
): Promise<{ send: Send; token: string; close(): Promise<void> }> {
  const url = given.options.url ?? io.env.PARLEY_URL;
  const token = given.options.token ?? io.env.PARLEY_OWNER_TOKEN;
  const config = configOf(given, io);
  const data = locateData(config.data);
  const running = data.kind === "folder" && await isOwned(data.lock);
  if (url === undefined && !running && data.kind !== "memory") {
    const isNew = data.kind === "folder" && !await exists(data.file);
    const inside = await openInside(config);
    // Its name may have been misspelt.
    if (isNew) io.err(`There was no data in ${data.folder}: it begins now`);
    return inside;
  }
  if (!token) {
    throw new UsageError(
      "A running service asks for an access token: set PARLEY_OWNER_TOKEN, or create one in the app under your name and give it with --token",
    );
  }
  const announced = data.kind === "folder" && running ? await announcedAddress(data.address) : null;
  const host = config.host === "0.0.0.0" || config.host === "::" ? "127.0.0.1" : config.host;
  const address = url ?? announced ??
    `http://${host.includes(":") ? `[${host}]` : host}:${config.port}`;
  return { send: sendTo(addressOf(address)), token, close: () => Promise.resolve() };
}

function show(action: Action, answer: Record<string, unknown>, given: Given, io: Io): void {
  const secret = action.secret === undefined ? undefined : answer[action.secret];
  if (given.flags.has("json")) return io.out(JSON.stringify(answer, null, 2));
  if (given.flags.has("quiet")) {
    if (secret !== undefined) io.out(String(secret));
    return;
  }
  const shown = action.shows === undefined ? undefined : answer[action.shows];
  if (Array.isArray(shown)) {
    for (const line of tableLines(shown, action.columns ?? [], io)) io.out(line);
    if (shown.length === 0) io.err("There are none");
  } else if (typeof shown === "object" && shown !== null) {
    for (const line of recordLines(shown as Record<string, unknown>, io)) io.out(line);
  } else if (secret === undefined) {
    io.out("Done");
  }
  if (secret !== undefined) {
    io.out("");
    io.out(`${paint(io, "bold", String(secret))}`);
    io.err("Keep it now: it is not shown again");
  }
}

const text = (value: string, about: string) => ({ kind: "text" as const, value, about });

export const admin: Command = {
  name: "admin",
  summary: "Manage chats, webhooks, bots, users and tokens",
  words: "WHAT ACTION [WORDS]",
  wordCount: [0, 6],
  nouns: NOUNS,
  verbs: Object.fromEntries(NOUNS.map((noun) => [noun, verbsOf(noun)])),
  options: {
    url: text("URL", "A running service; PARLEY_URL"),
    token: text("TOKEN", "An access token, svcusr_…; better in PARLEY_OWNER_TOKEN"),
    ...DATA_OPTIONS,
    json: { kind: "flag", about: "Print the service's answer as JSON" },
    quiet: { kind: "flag", about: "Print nothing but a new secret" },
    name: text("TEXT", "Of a bot or webhook"),
    description: text("TEXT", "Of a bot or webhook"),
    "display-name": text("TEXT", "The name shown with its messages"),
    "avatar-url": text("URL", "The picture shown with its messages"),
    "trigger-mode": text("MODE", "Of a bot: all, mentions or manual"),
    "allow-ip": text("LIST", "Of a webhook: the only addresses that may post, comma-separated"),
    "per-minute": text("NUMBER", "Of a webhook: posts a minute, 0 for no limit"),
    "per-hour": text("NUMBER", "Of a webhook: posts an hour, 0 for no limit"),
    grace: text("TIME", "How long the old secret lives on, up to 24h"),
    role: text("ROLE", "Of an invitation: member, admin or owner"),
  },
  details: [
    "It talks to the service at --url, or to the one that runs on the data folder; when none runs it",
    "works on the data folder itself and needs no token.",
    "",
    ...ACTIONS.map(({ noun, verb, words, about }) =>
      `  ${[noun, verb, ...words].join(" ").padEnd(32)} ${about}`
    ),
  ].join("\n"),
  examples: [
    'parley admin chats create "ops"',
    "parley admin webhooks create 1 alerts --per-minute 120",
    "BOT_TOKEN=$(parley admin bots create helper --trigger-mode mentions --quiet)",
    "parley admin bots import-token helper < old_token.txt",
  ],
  async run(given, io) {
    const { action, words } = find(given.words);
    checkOptions(action, given);
    const service = await connect(given, io);
    const api: Api = ({ method, path, body }) =>
      requireOk(request(service.send, `/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${service.token}` },
        body,
      }));
    try {
      const { options } = given;
      show(action, await action.run({ words, options, api, input: io.input }), given, io);
      return 0;
    } catch (error) {
      if (error instanceof CommandError && /401 unauthorized/.test(error.message)) {
        throw new CommandError(
          "The service does not accept this token; create one in the app under your name",
          {
            cause: error,
          },
        );
      }
      throw error;
    } finally {
      await service.close();
    }
  },
};
