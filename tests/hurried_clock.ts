import type { Clock } from "../client/mod.ts";

/** The real clock, so many times as fast: for what waits for long in earnest. */
export const hurried = (times: number): Clock => ({
  now: () => performance.now() * times,
  after(ms, fn) {
    const timer = setTimeout(fn, ms / times);
    return () => clearTimeout(timer);
  },
});
