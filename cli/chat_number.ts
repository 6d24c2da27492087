import { UsageError } from "./command.ts";

export function chatNumber(word: string | undefined): number {
  const number = /^[1-9]\d*$/.test(word ?? "") ? Number(word) : NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new UsageError(`"${word}" is not a chat's number; parley admin chats list shows them`);
}
