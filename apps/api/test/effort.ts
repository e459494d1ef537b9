/** How much a long test does: in full with `npm run test:api`, otherwise in the short form of `npm test`. */
export function effort(full: number, short: number): number {
  return process.env.PROOFS === 'full' ? full : short;
}

/** All of them in full, otherwise every so many: a part that is the same in every run. */
export function sampled<Item>(items: readonly Item[], every: number, first = 0): readonly Item[] {
  const step = effort(1, every);
  return items.filter((_, index) => (index + first) % step === 0);
}
