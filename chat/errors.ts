// Every refusal: its code, its status, and what it says where the place that refuses has nothing better to say.
const TABLE = {
  invalid_json: [
    400,
    'The body is not one JSON object in UTF-8; send an object such as {"content":"…"}',
  ],
  missing_content: [
    400,
    "The content is empty or missing; send a string with at least one visible character",
  ],
  missing_chat_id: [
    400,
    "The chat_id is missing or not a positive integer; send the number of a chat",
  ],
  content_too_long: [400, "The content is too long; shorten it or send several messages"],
  invalid_field: [400, "A field has a value that is not allowed; see the field named here"],
  unauthorized: [401, "The token is missing or not valid; send a valid one"],
  forbidden: [403, "You may see this but not change it; ask an owner or admin"],
  webhook_disabled: [403, "The webhook is disabled; enable it in the chat's webhook settings"],
  ip_not_allowed: [403, "The caller's address is not in the webhook's allowlist; add it there"],
  not_in_chat: [403, "The bot is not a member of this chat; add it in the chat's Bots settings"],
  not_author: [403, "Only the bot that wrote this reply may change it; use that bot's token"],
  not_found: [404, "There is nothing at this address; see /docs for the paths there are"],
  message_not_found: [404, "There is no such message in a chat you are in; check the message_id"],
  method_not_allowed: [
    405,
    "This path does not take that method; use one named in the Allow header",
  ],
  username_taken: [409, "This username is taken; choose another"],
  idempotency_conflict: [
    409,
    "The Idempotency-Key was used for another body; use a new key for a new message",
  ],
  offset_mismatch: [
    409,
    "The offset is not where the reply's text ends; continue at the length given here",
  ],
  reply_finalized: [409, "The reply is finalized and takes no more changes; post a new reply"],
  already_set_up: [409, "The service is set up already; sign in"],
  payload_too_large: [413, "The body is too large; send less at once"],
  upgrade_required: [426, "This address speaks WebSocket; connect with a WebSocket client"],
  rate_limit_exceeded: [429, "The limit is reached; wait as long as Retry-After says"],
  send_failed: [
    500,
    "The message was not posted; retry with exponential backoff and the same Idempotency-Key",
  ],
  unavailable: [503, "The service cannot take this now; retry in a moment"],
} as const;

export type ErrorCode = keyof typeof TABLE;
export const ERROR_CODES = Object.keys(TABLE) as ErrorCode[];

export function statusOf(code: ErrorCode): number {
  return TABLE[code][0];
}
export function defaultMessage(code: ErrorCode): string {
  return TABLE[code][1];
}

export interface RefusalOptions {
  message?: string;
  /** Further fields of the answer, such as `length` or `field`. */
  fields?: Record<string, unknown>;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An expected no: what the caller is told, and nothing that is ours alone. */
export class Refusal extends Error {
  readonly fields: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(readonly code: ErrorCode, options: RefusalOptions = {}) {
    super(options.message ?? defaultMessage(code), { cause: options.cause });
    this.name = "Refusal";
    this.fields = options.fields ?? {};
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return statusOf(this.code);
  }
}

export function invalidField(field: string, message: string): Refusal {
  return new Refusal("invalid_field", { message, fields: { field } });
}
