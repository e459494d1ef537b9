/** How long a code must have been out of sight before it counts as the next box. */
const AWAY_MS = 1_500;

/** The camera sees a code in every picture: whether it has come into sight now. */
export function createSightings(): (code: string, at: number) => boolean {
  const seen = new Map<string, number>();
  return (code, at) => {
    const last = seen.get(code);
    for (const [other, when] of seen) if (at - when > AWAY_MS) seen.delete(other);
    seen.set(code, at);
    return last === undefined || at - last > AWAY_MS;
  };
}
