/** The service refused a call. `code` is its `error`, e.g. `not_in_chat`. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** The whole answer, which may carry more, such as the true `length` of a reply. */
    readonly body: Record<string, unknown> = {},
  ) {
    super(message);
  }
}

/** The event stream ended for good: the token was revoked, the bot deactivated, or the protocol broken. */
export class StreamError extends Error {
  override name = "StreamError";

  constructor(readonly code: number, message: string) {
    super(message);
  }
}
