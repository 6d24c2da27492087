/** The wait that a `Retry-After` header asks for, in milliseconds: seconds or an HTTP date; null when it says nothing usable. */
export function parseRetryAfter(value: string | null, now: () => number = Date.now): number | null {
  const text = value?.trim();
  if (!text) return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  // Only dates with a letter: Date.parse would take "-5" for a year.
  if (!/[a-z]/i.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now());
}
