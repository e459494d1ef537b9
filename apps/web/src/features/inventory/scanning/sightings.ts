/** How long a code must have been out of sight before it counts as the next box. */
const AWAY_MS = 1_500;

/**
 * The camera sees a code in every picture: whether it has come into sight now.
 * @param inHand codes of the box that is still in front of the camera; each counts from its next sight on.
 */
export function createSightings(inHand: readonly string[] = []): (code: string, at: number) => boolean {
  const ignored = new Set(inHand);
  const seen = new Map<string, number>();
  return (code, at) => {
    const last = seen.get(code);
    for (const [other, when] of seen) if (at - when > AWAY_MS) seen.delete(other);
    seen.set(code, at);
    return !ignored.delete(code) && (last === undefined || at - last > AWAY_MS);
  };
}
