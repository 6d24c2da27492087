// The app in the browser: one page for every address of the app, and the files that it loads.
import { gunzipSync } from "node:zlib";
import { type Asset, ASSETS } from "../web/dist/assets.ts";

/** The addresses that people can open, link and reload. All are the same page, which reads the address. */
const APP_PATH =
  /^\/(?:$|index\.html$|setup$|signin$|search$|invite\/[^/]+$|chats(?:\/|$)|settings(?:\/|$))/;

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  // Avatars are addresses that people and callers choose; the server never fetches them.
  "img-src 'self' https: http: data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types dompurify",
].join("; ");

type Coding = "br" | "gzip" | "identity";

const bodies = new Map<string, Uint8Array<ArrayBuffer>>();

function bodyOf(path: string, asset: Asset, coding: Coding): Uint8Array<ArrayBuffer> {
  const key = `${coding} ${path}`;
  let body = bodies.get(key);
  if (!body) {
    const base64 = coding === "br" ? asset.brotli : asset.gzip;
    const packed = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    body = coding === "identity" ? new Uint8Array(gunzipSync(packed)) : packed;
    bodies.set(key, body);
  }
  return body;
}

function chooseCoding(accepted: string | null): Coding {
  const refused = (coding: string) =>
    new RegExp(`\\b${coding}\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$)`).test(accepted ?? "");
  for (const coding of ["br", "gzip"] as const) {
    if (new RegExp(`\\b${coding}\\b`).test(accepted ?? "") && !refused(coding)) return coding;
  }
  return "identity";
}

/** The page or file that a GET or HEAD asks for, or null when the path belongs to neither. */
export function serveAsset(request: Request): Response | null {
  const { pathname } = new URL(request.url);
  const path = APP_PATH.test(pathname) ? "/index.html" : pathname;
  const asset = Object.hasOwn(ASSETS, path) ? ASSETS[path]! : null;
  if (!asset) return null;
  const coding = chooseCoding(request.headers.get("accept-encoding"));
  // A strong tag names the bytes, and those differ by coding.
  const tag = `"${asset.hash}-${coding}"`;
  const headers = new Headers({
    "content-type": asset.type,
    "cache-control": asset.immutable ? "public, max-age=31536000, immutable" : "no-cache",
    "etag": tag,
    "vary": "accept-encoding",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "content-security-policy": CONTENT_SECURITY_POLICY,
  });
  const known = request.headers.get("if-none-match")?.split(",")
    .map((each) => each.trim().replace(/^W\//, ""));
  if (known?.some((each) => each === tag || each === "*")) {
    return new Response(null, { status: 304, headers });
  }
  const body = bodyOf(path, asset, coding);
  if (coding !== "identity") headers.set("content-encoding", coding);
  headers.set("content-length", String(body.length));
  return new Response(request.method === "HEAD" ? null : body, { status: 200, headers });
}
