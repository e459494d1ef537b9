/** How much a long test does: in full with `npm run test:api`, otherwise in the short form of `npm test`. */
export function effort(full: number, short: number): number {
  return process.env.PROOFS === 'full' ? full : short;
}
