const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** "10s", "500ms", "2m" or "1h" in milliseconds; null for anything else. */
export function parseDuration(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text.trim());
  if (!match) return null;
  return Math.round(Number(match[1]) * UNITS[match[2] as keyof typeof UNITS]);
}
