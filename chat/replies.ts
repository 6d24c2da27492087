// A bot's replies in a thread: created, filled while the agent speaks, finalized once.
import type { MessageEntry } from "../store/entries.ts";
import type { GeneratingReply } from "../store/generating.ts";
import { authorizeCaller, type BotCaller } from "./bot_callers.ts";
import { byteLength } from "./content.ts";
import type { Context } from "./context.ts";
import { invalidField, Refusal } from "./errors.ts";
import { finalize, type Finish } from "./finalizing.ts";
import { lookUpClaim, type Repeatable } from "./idempotency.ts";
import { authorOf, type Identity } from "./identity.ts";
import { post } from "./posting.ts";

/** A value of the store holds 65,536 bytes; the rest is for the record around the text. */
export const MAX_REPLY_BYTES = 60_000;

export interface NewReply {
  parentId: number;
  content: string;
  status: "OK" | "GN";
  identity: Identity;
  eventId: string | null;
  key: Repeatable | null;
  finishReason?: Finish["reason"];
}

export interface ReplyResult {
  messageId: number;
  chatId: number;
  parentId: number;
  status: "OK" | "GN";
  length: number;
  replayed: boolean;
  duplicate: boolean;
}

export async function createReply(
  context: Context,
  caller: BotCaller,
  reply: NewReply,
): Promise<ReplyResult> {
  const { store, settings } = context;
  const { bot } = caller;
  const parent = await store.messages.get(reply.parentId);
  if (parent === null) throw new Refusal("message_not_found");
  authorizeCaller(context, caller, parent.chatId);
  const length = byteLength(reply.content);
  checkLength(length);
  if (reply.status === "OK" && reply.content.trim() === "") throw new Refusal("missing_content");
  // A parent that is itself a reply is answered in the same thread.
  const thread = await store.threads.open(parent.parentId ?? parent.id);
  const claim = reply.eventId === null
    ? null
    : await lookUpClaim(store, bot.id, reply.eventId, settings.eventRetentionMs);
  const posted = await post(store, {
    chatId: parent.chatId,
    author: authorOf(bot, "bot", reply.identity),
    content: reply.content,
    thread,
    status: reply.status,
    authorize: () => authorizeCaller(context, caller, parent.chatId),
    key: reply.key,
    claim,
    fields: {
      createdLength: length,
      createdStatus: reply.status,
      finishReason: reply.status === "OK" ? reply.finishReason : undefined,
    },
  });
  const { messageId, replayed, duplicate } = posted;
  const entry = posted.entry ?? (await store.messages.get(messageId))!;
  const now = replayed ? asCreated(entry) : asItIs(entry, await store.generating.fresh(messageId));
  return {
    ...now,
    messageId,
    chatId: entry.chatId,
    parentId: entry.parentId!,
    replayed,
    duplicate,
  };
}

export interface ReplyChange {
  append?: string;
  offset?: number;
  content?: string;
  status?: "OK" | "GN";
  finishReason?: Finish["reason"];
}

export async function changeReply(
  context: Context,
  caller: BotCaller,
  messageId: number,
  change: ReplyChange,
): Promise<{ status: "OK" | "GN"; length: number }> {
  const { store } = context;
  const entry = await store.messages.get(messageId);
  if (entry === null || entry.parentId === null) throw new Refusal("message_not_found");
  if (entry.author.id !== caller.bot.id) throw new Refusal("not_author");
  authorizeCaller(context, caller, entry.chatId);
  if (change.append !== undefined && change.content !== undefined) {
    throw invalidField("append", "The body has both append and content; send one of them");
  }
  const closing = change.status === "OK";
  const finish = { reason: change.finishReason, by: "bot" as const };
  // Its end is being committed: how it ended decides what may still change.
  if (store.generating.get(messageId)?.closing) await store.write(() => {});
  const changed = await store.generating.change(messageId, (reply) => {
    if (reply.closing) throw finalized(reply.length);
    return { ...withText(reply, change), touchedAt: context.now(), closing };
  });
  if (changed === null) return await replaceSettled(context, entry, change, finish);
  if (!closing) return { status: "GN", length: changed.length };
  await finalize(context, entry, finish);
  return { status: "OK", length: changed.length };
}

function withText(reply: GeneratingReply, change: ReplyChange): GeneratingReply {
  if (change.content !== undefined) {
    const length = byteLength(change.content);
    checkLength(length);
    return { ...reply, text: change.content, length };
  }
  if (change.append === undefined) return reply;
  const added = byteLength(change.append);
  const { offset } = change;
  if (offset !== undefined && offset !== reply.length) {
    // The answer to the same append was lost: it changes nothing again.
    const isRepeat = offset + added === reply.length && reply.text.endsWith(change.append);
    if (isRepeat) return reply;
    throw new Refusal("offset_mismatch", {
      message:
        `The offset is ${offset} but the text has ${reply.length} bytes; continue at ${reply.length}`,
      fields: { length: reply.length },
    });
  }
  checkLength(reply.length + added);
  return { ...reply, text: reply.text + change.append, length: reply.length + added };
}

// Contract §5: a late whole text still replaces what the service, not the bot, finalized.
async function replaceSettled(
  context: Context,
  entry: MessageEntry,
  change: ReplyChange,
  finish: Finish,
): Promise<{ status: "OK"; length: number }> {
  const current = await context.store.messages.get(entry.id) ?? entry;
  if (!current.settled || change.content === undefined || change.status !== "OK") {
    throw finalized(byteLength(current.content));
  }
  const length = byteLength(change.content);
  checkLength(length);
  await finalize(context, current, { ...finish, text: change.content });
  return { status: "OK", length };
}

function finalized(length: number): Refusal {
  return new Refusal("reply_finalized", { fields: { status: "OK", length } });
}

function checkLength(length: number): void {
  if (length <= MAX_REPLY_BYTES) return;
  throw new Refusal("content_too_long", {
    message:
      `The reply would have ${length} bytes; the limit is ${MAX_REPLY_BYTES} bytes: continue in ` +
      `a further reply of the same thread`,
  });
}

function asCreated(entry: MessageEntry) {
  const length = entry.createdLength ?? byteLength(entry.content);
  return { status: entry.createdStatus ?? entry.status, length };
}

function asItIs(entry: MessageEntry, generating: GeneratingReply | null) {
  if (generating !== null) return { status: "GN" as const, length: generating.length };
  return { status: entry.status, length: byteLength(entry.content) };
}
