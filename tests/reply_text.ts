import type { Message } from "../wire/records.ts";

/** The text of an answer over all its parts. */
export const textOf = (replies: readonly Message[]): string =>
  replies.map(({ content }) => content).join("");
