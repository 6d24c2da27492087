// What the rules work with: everything from outside comes in here.
import type { Store } from "../store/store.ts";

export interface Settings {
  baseUrl: string;
  ownerToken: string | null;
  trustedProxies: string[];
  legacyBotTokenPrefixes: string[];
  eventRetentionMs: number;
  heartbeatMs: number;
  replyStallMs: number;
  replyLeaseMs: number;
  maxStreamsPerBot: number;
}

export interface Context {
  store: Store;
  settings: Settings;
  now: () => number;
  newId: () => string;
  /** Reports what nobody asked for and somebody should see. */
  report: (error: unknown, fields?: Record<string, unknown>) => void;
  /** How many streams a bot has open here; set by the wiring. */
  openStreams?: (botId: string) => number;
  /** The power of two that hashing a password costs, where it is not the default. */
  passwordCost?: number;
}
