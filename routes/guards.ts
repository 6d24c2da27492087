// Who may call a route. Each guard answers who the caller is, or refuses.
import { type BotCaller, botOf, invalidToken } from "../chat/bot_callers.ts";
import type { Context } from "../chat/context.ts";
import { Refusal } from "../chat/errors.ts";
import { mayManage, type Viewer, viewerOf } from "../chat/viewers.ts";
import type { Call, Guard } from "./route.ts";

export const anyone: Guard<null> = { name: "anyone", check: () => null };

/** The app's own pages and programs, which send no Origin: another site must not sign anybody in. */
export const appPage: Guard<null> = {
  name: "anyone",
  async check({ request, context }) {
    await context.store.refresh();
    const origin = request.headers.get("origin");
    if (origin !== null && !isOwnOrigin(origin, request, context)) refuse();
    return null;
  },
};

/** A webhook's caller proves itself by the token in the path; the route checks it, in the order of contract §2. */
export const webhookToken: Guard<null> = { name: "webhook", check: () => null };

export const bot: Guard<BotCaller> = {
  name: "bot",
  check: (call) => botCaller(call, bearer(call.request)),
};

/** As a bot, but the token may stand in the query, as browsers' WebSockets need it. */
export const botOrQuery: Guard<BotCaller> = {
  name: "bot",
  check: (call) => botCaller(call, bearer(call.request) || call.search.get("token")),
};

function botCaller({ context }: Call, token: string | null): BotCaller | Promise<BotCaller> {
  return botOf(context, token) ?? newBotCaller(context, token);
}

/** The bot may have been made at another process a moment ago. */
async function newBotCaller(context: Context, token: string | null): Promise<BotCaller> {
  await context.store.refresh();
  const caller = context.store.shared ? botOf(context, token) : null;
  if (caller !== null) return caller;
  throw invalidToken(
    token === null
      ? "The bot token is missing; send it as Authorization: Bearer svcbot_…"
      : undefined,
  );
}

export const viewer: Guard<Viewer> = {
  name: "viewer",
  async check(call) {
    const { context, request } = call;
    await context.store.refresh();
    const token = bearer(request);
    const cookie = token === null ? sessionCookie(request) : null;
    const found = viewerOf(context, token ?? cookie, token === null ? "session" : "personal");
    if (found === null) {
      throw new Refusal("unauthorized", {
        message: "You are not signed in; sign in, or send Authorization: Bearer svcusr_…",
        headers: { "WWW-Authenticate": "Bearer" },
      });
    }
    if (cookie !== null) refuseCrossOrigin(call);
    return found;
  },
};

export const admin: Guard<Viewer> = {
  name: "admin",
  async check(call) {
    const found = await viewer.check(call);
    if (mayManage(found.user)) return found;
    throw new Refusal("forbidden", {
      message: "Only an owner or admin may do this; ask one of them",
    });
  },
};

export const SESSION_COOKIE = "parley_session";

export function bearer(request: Request): string | null {
  const header = request.headers.get("authorization");
  if (header === null) return null;
  const match = /^Bearer +(\S+) *$/i.exec(header);
  return match?.[1] ?? "";
}

export function sessionCookie(request: Request): string | null {
  const cookies = request.headers.get("cookie");
  if (cookies === null) return null;
  for (const pair of cookies.split(";")) {
    const [name, value] = pair.trim().split("=", 2);
    if (name === SESSION_COOKIE) return value ?? null;
  }
  return null;
}

// Contract §6: cookie-authenticated writes are refused unless same-origin, and a WebSocket writes too.
function refuseCrossOrigin({ request, context }: Call): void {
  const isUpgrade = request.headers.get("upgrade") !== null;
  if (!isUpgrade && (request.method === "GET" || request.method === "HEAD")) return;
  const site = request.headers.get("sec-fetch-site");
  if (site === "same-origin") return;
  const origin = request.headers.get("origin");
  if (origin === null || !isOwnOrigin(origin, request, context)) refuse();
}

function isOwnOrigin(origin: string, request: Request, { settings }: Context): boolean {
  const own = [new URL(settings.baseUrl).host, request.headers.get("host")];
  return URL.canParse(origin) && own.includes(new URL(origin).host);
}

function refuse(): never {
  throw new Refusal("forbidden", {
    message:
      "The request comes from another site; cookie sign-in works from the app's own pages only, " +
      "programs use Authorization: Bearer svcusr_…",
  });
}
