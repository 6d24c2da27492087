/** What to do after a close. The codes are those of the stream's contract. */
export type AfterClose =
  | { action: "resume" }
  | { action: "wait" }
  | { action: "stop"; message: string };

export function afterClose(code: number, reason = ""): AfterClose {
  switch (code) {
    case 4001:
      return { action: "stop", message: "The bot's token was revoked: start with the new one" };
    case 4002:
      return {
        action: "stop",
        message: `The service refused the connection's frames${reason ? `: ${reason}` : ""}`,
      };
    case 4003:
      return { action: "stop", message: "The bot was deactivated: enable it in the app" };
    case 4008:
      return { action: "wait" };
    default:
      // 1012 restarting, 4009 too slow, 1006 or 0 for a lost connection: nothing is lost by resuming.
      return { action: "resume" };
  }
}
