// From a request to a WebSocket, or a plain refusal.
import { Refusal } from "../chat/errors.ts";
import type { Call } from "./route.ts";

export function upgrade(
  { request, context, requestId }: Call,
): { socket: WebSocket; response: Response } {
  if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") throw needsWebSocket();
  try {
    // The platform's own pings go below the heartbeat frames; a pong to either keeps a peer alive.
    const idleTimeout = Math.max(1, Math.ceil(2 * context.settings.heartbeatMs / 1000));
    const upgraded = Deno.upgradeWebSocket(request, { idleTimeout });
    upgraded.response.headers.set("X-Request-Id", requestId);
    return upgraded;
  } catch (cause) {
    throw needsWebSocket(cause);
  }
}

function needsWebSocket(cause?: unknown): Refusal {
  return new Refusal("upgrade_required", {
    headers: { Upgrade: "websocket", Connection: "Upgrade" },
    cause,
  });
}
