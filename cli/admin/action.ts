// One thing that admin can do: the words it takes, the call of the app's API that it makes, and what it shows of the answer.
import { parseDuration } from "../../config/duration.ts";
import { CommandError, UsageError } from "../command.ts";

export interface ApiCall {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  body?: unknown;
}

/** Calls the app's API and gives the answer's body, or throws what it refused with. */
export type Api = (call: ApiCall) => Promise<Record<string, unknown>>;

export interface ActionInput {
  words: string[];
  options: Record<string, string | undefined>;
  api: Api;
  input: () => Promise<string>;
}

export interface Action {
  noun: string;
  verb: string;
  words: readonly string[];
  about: string;
  /** The options that it takes beside those of every action. */
  options?: readonly string[];
  run(input: ActionInput): Promise<Record<string, unknown>>;
  /** The field of the answer to show, and for a list the columns. */
  shows?: string;
  columns?: readonly string[];
  /** A secret that is shown once, on a line of its own. */
  secret?: string;
}

export function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--${name} takes a whole number; "${text}" is none`);
}

/** The changes that were asked for; without any there is nothing to do. */
export function atLeastOne(
  fields: Record<string, unknown>,
  options: readonly string[],
): Record<string, unknown> {
  if (Object.values(fields).some((value) => value !== undefined)) return fields;
  throw new UsageError(
    `Say what to change: ${options.map((name) => `--${name}`).join(", ")}`,
  );
}

/** The seconds for which the old secret lives on. */
export function graceSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = parseDuration(text);
  if (ms === null) {
    throw new UsageError(`--grace takes a time such as 10m or 24h; "${text}" is none`);
  }
  return Math.ceil(ms / 1000);
}

/** Finds a bot or user by id or by user name. */
export async function find(
  api: Api,
  noun: "bots" | "users",
  word: string,
): Promise<Record<string, unknown>> {
  const id = noun === "bots" ? "bot_id" : "user_id";
  const wanted = word.replace(/^@/, "");
  const answer = await api({ method: "GET", path: `/${noun}` });
  const all = answer[noun] as Record<string, unknown>[];
  const found = all.find((one) => one[id] === wanted) ??
    all.find((one) => one.username === wanted);
  if (found !== undefined) return found;
  throw new CommandError(
    `There is no ${
      noun === "bots" ? "bot" : "user"
    } "${word}"; parley admin ${noun} list shows them`,
  );
}

export const botPath = async (api: Api, word: string) =>
  `/bots/${(await find(api, "bots", word)).bot_id}`;
export const userId = async (api: Api, word: string) =>
  String((await find(api, "users", word)).user_id);
