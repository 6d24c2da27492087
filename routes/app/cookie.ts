// The cookie of a session.
import type { Context } from "../../chat/context.ts";
import { SESSION_MS } from "../../chat/sessions.ts";
import { SESSION_COOKIE } from "../guards.ts";

export const setCookie = (context: Context, session: string) => ({
  "Set-Cookie": cookie(context, session, SESSION_MS / 1000),
});

export const clearCookie = (context: Context) => ({ "Set-Cookie": cookie(context, "", 0) });

function cookie({ settings }: Context, value: string, maxAge: number): string {
  const parts = [
    `${SESSION_COOKIE}=${value}`,
    "Path=/",
    `Max-Age=${maxAge}`,
    "HttpOnly",
    "SameSite=Lax",
  ];
  if (settings.baseUrl.startsWith("https:")) parts.push("Secure");
  return parts.join("; ");
}
