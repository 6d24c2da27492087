// What a mistyped name was probably meant to be.

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}

/** The known name nearest to `name`, or null when none is near enough to be a typing mistake. */
export function suggest(name: string, known: Iterable<string>): string | null {
  const wanted = name.toLowerCase();
  const nearest = [...known]
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)[0];
  if (nearest === undefined) return null;
  const { candidate, distance } = nearest;
  // Two letters changing places, the commonest slip, is a distance of two.
  const allowed = candidate.length < 4 ? 1 : Math.max(2, Math.floor(candidate.length / 4));
  return distance <= allowed ? candidate : null;
}
