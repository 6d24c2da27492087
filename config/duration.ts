// Spans of time as people write them: 500ms, 10s, 5m, 2h, 7d.
import { z } from "zod";

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The milliseconds in `10s`, or null when the text is not such a span. */
export function parseDuration(text: string): number | null {
  const [, amount, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text.trim()) ?? [];
  return amount === undefined || unit === undefined
    ? null
    : Math.round(Number(amount) * UNITS[unit]!);
}

/** Writes milliseconds in the largest unit that is exact. */
export function formatDuration(ms: number): string {
  const [unit, size] = Object.entries(UNITS).reverse().find(([, size]) => ms % size === 0) ??
    ["ms", 1];
  return `${ms / size}${unit}`;
}

/** A schema that reads a span into milliseconds and keeps it within bounds. */
export function duration(
  { min, max }: { min: string; max: string },
): z.ZodType<number, string | number> {
  const [least, most] = [parseDuration(min)!, parseDuration(max)!];
  const must = `must be a time from ${min} to ${max}, such as 500ms, 10s, 5m, 2h or 7d`;
  return z.union([z.string(), z.number()], { error: must }).transform((value, context) => {
    const ms = parseDuration(String(value));
    if (ms !== null && ms >= least && ms <= most) return ms;
    context.addIssue({ code: "custom", message: must });
    return z.NEVER;
  });
}
