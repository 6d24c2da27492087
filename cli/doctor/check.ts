// What a check of the doctor finds, and the advice that goes with it.
import type { Config } from "../../config.ts";

export interface Finding {
  level: "ok" | "warning" | "failure";
  about: string;
  says: string;
  /** What to do about it; none where all is well. */
  advice?: string;
}

export interface Examination {
  config: Config;
  fetch: typeof fetch;
  now: () => number;
}

export type Check = (examination: Examination) => Promise<Finding[]>;

export const ok = (about: string, says: string): Finding => ({ level: "ok", about, says });
export const warning = (about: string, says: string, advice: string): Finding => ({
  level: "warning",
  about,
  says,
  advice,
});
export const failure = (about: string, says: string, advice: string): Finding => ({
  level: "failure",
  about,
  says,
  advice,
});
