// Whether a webhook may post now: its limits, counted in true sliding windows.
import type { WebhookRecord } from "../store/records.ts";
import type { SlidingWindow, WebhookWindows } from "../store/windows.ts";
import { Refusal } from "./errors.ts";

export interface RateState {
  scope: "minute" | "hour";
  limit: number;
  remaining: number;
  /** When the next post that counts now stops counting, in milliseconds. */
  resetAt: number;
}

interface Window {
  scope: RateState["scope"];
  limit: number;
  window: SlidingWindow;
}

/** Throws where a limit is reached; to be called in the plan that then counts the post. */
export function admitPost(webhook: WebhookRecord, windows: WebhookWindows, now: number): void {
  const full = limitsOf(webhook, windows).filter(({ window, limit }) => window.count(now) >= limit);
  if (full.length === 0) return;
  // The later one: after it, one post is sure to be accepted.
  const [{ scope, limit, window }] = full.sort((a, b) => freeAt(b, now) - freeAt(a, now)) as [
    Window,
  ];
  const freesAt = window.freeAt(limit, now);
  const wait = Math.max(1, Math.ceil((freesAt - now) / 1000));
  throw new Refusal("rate_limit_exceeded", {
    message:
      `The per-${scope} limit of ${limit} messages is reached (${window.count(now)} posted in ` +
      `the last ${scope}); retry in ${wait} s, or raise rate_per_${scope} in the webhook's settings`,
    headers: {
      ...rateHeaders({ scope, limit, remaining: 0, resetAt: freesAt }),
      "Retry-After": String(wait),
    },
  });
}

/** The tighter window as it stands, or null where no limit is set. */
export function rateState(
  webhook: WebhookRecord,
  windows: WebhookWindows,
  now: number,
): RateState | null {
  const states = limitsOf(webhook, windows).map(({ scope, limit, window }) => {
    const count = window.count(now);
    const resetAt = count === 0 ? now : window.freeAt(count, now);
    return { scope, limit, remaining: Math.max(0, limit - count), resetAt };
  });
  return states.sort((a, b) => a.remaining - b.remaining)[0] ?? null;
}

export function rateHeaders(state: RateState | null): Record<string, string> {
  if (state === null) return {};
  return {
    "X-RateLimit-Limit": String(state.limit),
    "X-RateLimit-Remaining": String(state.remaining),
    "X-RateLimit-Reset": String(Math.ceil(state.resetAt / 1000)),
    "X-RateLimit-Scope": state.scope,
  };
}

const freeAt = ({ window, limit }: Window, now: number) => window.freeAt(limit, now);

function limitsOf(webhook: WebhookRecord, { minute, hour }: WebhookWindows): Window[] {
  const limits: Window[] = [];
  // Spec §2: 0 disables a cap.
  if (webhook.ratePerMinute > 0) {
    limits.push({ scope: "minute", limit: webhook.ratePerMinute, window: minute });
  }
  if (webhook.ratePerHour > 0) {
    limits.push({ scope: "hour", limit: webhook.ratePerHour, window: hour });
  }
  return limits;
}
