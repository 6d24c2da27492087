// GET /api/v1/stream: the WebSocket on which a person's page hears what happens.
import { route } from "../route.ts";
import { viewer } from "../guards.ts";
import { upgrade } from "../upgrade.ts";
import type { ViewerHub } from "../viewer_hub.ts";

export const viewerStreamRoute = (hub: ViewerHub) =>
  route({
    method: "GET",
    path: "/api/v1/stream",
    name: "viewer_stream",
    summary: "The viewer's stream, a WebSocket",
    who: viewer,
    errors: ["upgrade_required", "forbidden"],
    handle: (call) => {
      const { socket, response } = upgrade(call);
      hub.connect(call.who, socket);
      return response;
    },
  });
